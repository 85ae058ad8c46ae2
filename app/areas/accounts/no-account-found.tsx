import { Card } from "#app/ui/card.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";

export function NoAccountFound({ phone }: { phone: string }) {
  return (
    <Card heading="No account found" id="no-account-found" icon="building-2">
      <div className="stack prose">
        <p>
          We could not find any associated account information relevant to the email address you have logged
          in with.
        </p>
        <p>
          To verify your details, please call us on <PhoneLink number={phone} />: choose option 1 for Customer
          Service, then option 4 for the Customer Portal.
        </p>
      </div>
    </Card>
  );
}
