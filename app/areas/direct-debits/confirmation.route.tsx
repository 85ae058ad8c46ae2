import { useActionData, useLoaderData } from "@remix-run/react";
import { useOffers } from "#app/document/offers.ts";
import type { PageFacts } from "#app/document/page-facts.ts";
import { OnBehalf } from "#app/forms/fields.tsx";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { postAction, postLoader } from "#app/forms/post.server.ts";
import { paths } from "#app/paths.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { DescriptionList } from "#app/ui/description-list.tsx";
import { ButtonRow } from "#app/ui/form-layout.tsx";
import { Message } from "#app/ui/message.tsx";
import type { ConfirmationView } from "./confirmation-view.server.ts";
import { confirmationStep } from "./confirmation.server.ts";
import { confirmationForm } from "./direct-debit-forms.ts";
import { FlowPage, flowTitle } from "./flow-page.tsx";
import { Guarantee } from "./guarantee.tsx";

export const handle: PageFacts = { parts: ["directDebits"] };
export const meta = flowTitle;
export const loader = postLoader(confirmationStep);
export const action = postAction(confirmationStep);

export default function ConfirmDirectDebit() {
  const view = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <FlowPage listed={view.listed} step="Confirmation">
      <PortalForm key={view.formKey} form={confirmationForm} view={view.form} reply={reply} flow={view.flow}>
        <Card heading="Please check your Direct Debit" id="summary" icon="landmark">
          <div className="stack">
            <DescriptionList items={view.summary} />
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
    </FlowPage>
  );
}

function Remarks({ earliest, isChanged, unchecked, unpaid, account }: ConfirmationView) {
  const hasCards = useOffers("cardPayments");
  return (
    <>
      {isChanged && (
        <Message tone="info">
          <p>Your bank now uses the numbers above for this account. They differ from what you typed.</p>
        </Message>
      )}
      {unchecked && (
        <Message tone="warning">
          <p>{unchecked}</p>
          <p>Please compare them once more. You can go on: we check them later.</p>
        </Message>
      )}
      <p>
        It takes effect no earlier than <strong>{earliest}</strong>. We tell you the amount and the date 5
        working days before each collection.
      </p>
      {unpaid.count > 0 && (
        <Message tone="warning">
          <p>
            {unpaid.isAll ? "" : "At least "}
            {unpaid.count === 1
              ? `${unpaid.isAll ? "An" : "one"} invoice of ${account} is`
              : `${unpaid.count} invoices of ${account} are`}{" "}
            unpaid. What is due before {earliest} is not collected by this Direct Debit
            {hasCards ? ": please " : "."}
            {hasCards && <a href={paths.makePayment()}>pay it by card</a>}
            {hasCards && "."}
          </p>
        </Message>
      )}
    </>
  );
}
