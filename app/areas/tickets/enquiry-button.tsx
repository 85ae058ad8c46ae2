import { ButtonLink } from "#app/ui/button.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import type { EnquiryLink } from "./enquiry.server.ts";

/** A button that opens a ticket or an email that's already filled in. */
export function EnquiryButton({ to, phone, what }: EnquiryLink & { what: string }) {
  return (
    <p className="cluster no-print">
      <ButtonLink to={to} icon="life-buoy">
        Something wrong with this {what}?
      </ButtonLink>
      {phone !== undefined && (
        <span>
          or call <PhoneLink number={phone} />
        </span>
      )}
    </p>
  );
}
