import { useLoaderData } from "@remix-run/react";
import { useOffers } from "#app/document/offers.ts";
import { OnBehalf } from "#app/forms/fields.tsx";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { postAction, postLoader } from "#app/forms/post.server.ts";
import { BeforeAfter } from "#app/ui/before-after.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { DescriptionList } from "#app/ui/description-list.tsx";
import { ButtonRow } from "#app/ui/form-layout.tsx";
import { Message } from "#app/ui/message.tsx";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { confirmationStep, type ConfirmationView } from "./confirmation.server.ts";
import { confirmationForm } from "./direct-debit-forms.ts";
import { DirectDebitFlowPage, directDebitFlowTitle, Guarantee, StillCollected } from "./flow-page.tsx";

export const handle: PageFacts = { requiredParts: ["directDebits"] };
export const meta = directDebitFlowTitle;
export const loader = postLoader(confirmationStep);
export const action = postAction(confirmationStep);

export default function ConfirmDirectDebit() {
  const view = useLoaderData<typeof loader>();
  return (
    <DirectDebitFlowPage editedRow={view.editedRow} step="Confirmation">
      <PortalForm key={view.formKey} form={confirmationForm} view={view.form} flowPath={view.flowPath}>
        <Card heading="Please check your Direct Debit" id="summary" icon="landmark">
          <div className="stack">
            <DescriptionList items={view.summary} />
            <BeforeAfter changes={view.changes} before="Now" after={`From ${view.earliestDate}`} />
            {view.oldAccountDigits && (
              <StillCollected from={view.oldAccountDigits} until={view.earliestDate} />
            )}
            <Remarks {...view} />
            <OnBehalf name={view.form.onBehalfOf} />
          </div>
        </Card>
        <ButtonRow>
          <Button variant="primary">Complete Direct Debit</Button>
          <ButtonLink to={view.back}>Back to Previous Page</ButtonLink>
        </ButtonRow>
      </PortalForm>
      <Guarantee brand={view.brand} />
    </DirectDebitFlowPage>
  );
}

function Remarks({ earliestDate, hasBankChangedNumbers, uncheckedText, uncollectedText }: ConfirmationView) {
  const hasCards = useOffers("cardPayments");
  return (
    <>
      {hasBankChangedNumbers && (
        <Message tone="info">
          Your bank has changed this account&apos;s details. We&apos;ll use the ones above instead of those
          you typed.
        </Message>
      )}
      {uncheckedText && (
        <Message tone="warning">
          <p>{uncheckedText}</p>
          <p>
            These numbers haven&apos;t been checked. Please check them against your bank card again. If
            they&apos;re wrong, your bank will refuse the Direct Debit and your invoices will stay unpaid
            until you correct the numbers here.
          </p>
        </Message>
      )}
      <p>
        It starts on or after <strong>{earliestDate}</strong>. We&apos;ll tell you the amount and the date 5
        working days before each collection.
      </p>
      {uncollectedText && (
        <Message tone="warning">
          <p>
            {uncollectedText} This Direct Debit won&apos;t collect anything due before {earliestDate}.
            {hasCards && " Please "}
            {hasCards && <a href={paths.makePayment()}>pay that by card</a>}
            {hasCards && "."}
          </p>
        </Message>
      )}
    </>
  );
}
