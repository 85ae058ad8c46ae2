import { usePageContext } from "#app/request/page-context.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";

export interface ContinueView {
  /** Tells the document to leave out Remix's scripts; the page has one of its own. */
  readonly scripts: false;
  readonly to: string;
  /** Host of the card provider, which the page names before it leads there. */
  readonly provider: string;
  readonly amount: string;
  readonly fields: Readonly<Record<"VPSProtocol" | "TxType" | "Vendor" | "Crypt", string>>;
}

const FORM_ID = "card-provider";
const sendIt = `document.getElementById("${FORM_ID}").submit()`;

/** The form that goes to the card provider: a script sends it, or its button without scripts. */
export function ContinueToPayment({ view }: { view: ContinueView }) {
  const { nonce } = usePageContext();
  return (
    <>
      <PageHeader title="Continue to payment" />
      <Card id="continue" heading="You are leaving the portal">
        <div className="stack">
          <p>
            Your payment of <strong className="numeric">{view.amount}</strong> is taken by our card provider
            at <strong>{view.provider}</strong>. You come back here afterwards.
          </p>
          <form id={FORM_ID} method="post" action={view.to}>
            {Object.entries(view.fields).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <Button variant="primary" icon="lock">
              Continue to payment
            </Button>
          </form>
        </div>
      </Card>
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: sendIt }} />
    </>
  );
}
