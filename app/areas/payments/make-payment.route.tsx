import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { useOffers } from "#app/document/offers.ts";
import { OwnerFields } from "#app/document/owner-fields.tsx";
import { pageTitle } from "#app/document/page-title.ts";
import { isNarrowed } from "#app/grid/list-state.ts";
import { withFormsForDocs } from "#app/request/read-form.server.ts";
import { requireRole } from "#app/request/require.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { DescriptionList } from "#app/ui/description-list.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { FigureStrip } from "#app/ui/figure-strip.tsx";
import { Message } from "#app/ui/message.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { ContinuePayment } from "./continue-payment.tsx";
import { DirectDebitsNotChecked, MayStillCollect } from "./direct-debit-warnings.tsx";
import { saveSelection, selectionFields } from "./save-selection.server.ts";
import { selectionButton } from "./selection-fields.ts";
import { SelectionForm } from "./selection-form.tsx";
import { makePaymentView, type MakePaymentView } from "./unpaid-list.server.ts";

export const handle: PageFacts = { requiredParts: ["cardPayments"] };
export const meta = pageTitle("Make a Payment");

export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "Orders");
  const view = await makePaymentView(args, portal);
  return data(view, view.list.failure?.status);
}

export const action = withFormsForDocs([selectionFields], saveSelection);

export default function MakePayment() {
  const view = useLoaderData<typeof loader>();
  const hasDirectDebits = useOffers("directDebits");
  const { errors = [], amountBelowLimit } = useActionData<typeof action>() ?? {};
  const hasCollectedRow = view.list.rows.some(({ rowData }) => rowData.collectedWhen);
  const isPendingShown = view.list.rows.some(({ rowData }) => rowData.isPending);
  return (
    <div className="stack-wide">
      <PageHeader
        title="Make a Payment"
        intro={<p>You can pay up to 200 invoices, and up to £100,000.00, in one go.</p>}
        back={{ to: paths.invoices(), label: "Manage Invoices" }}
        actions={hasDirectDebits && <ButtonLink to={paths.directDebitNew()}>Setup Direct Debit</ButtonLink>}
      />
      {errors.length > 0 && <ErrorSummary items={errors.map((text) => ({ text, href: "#unpaid" }))} />}
      {amountBelowLimit !== undefined && (
        <Form method="post">
          <OwnerFields />
          <Button variant="primary" {...selectionButton("fits")}>
            Leave out what&apos;s over the limit and pay {amountBelowLimit}
          </Button>
        </Form>
      )}
      {view.unfinished && <ContinuePayment {...view.unfinished} />}
      {!view.areDirectDebitsKnown && <DirectDebitsNotChecked />}
      {((view.toPay.ok && view.toPay.value.isCollected) || hasCollectedRow) && <MayStillCollect />}
      {view.chosen.pence === undefined && (
        <Message tone="warning">
          We couldn&apos;t load one of the invoices you selected, so we can&apos;t work out the total. Please
          clear the selection and choose the others, or try again later.
        </Message>
      )}
      {(view.toPay.ok || !view.list.failure) && <WhatIsDue toPay={view.toPay} />}
      {view.list.total === 0 && !view.list.failure && !isNarrowed(view.list.list, view.list.state) ? (
        <EmptyState icon="circle-check">You have no unpaid invoices</EmptyState>
      ) : (
        <SelectionForm {...view}>{isPendingShown && <PendingWarning />}</SelectionForm>
      )}
      {!isPendingShown && <PendingWarning />}
    </div>
  );
}

function WhatIsDue({ toPay }: Pick<MakePaymentView, "toPay">) {
  if (!toPay.ok) return <PanelError {...toPay} retryTo={paths.makePayment()} />;
  const { amount, text, isDue, otherWays } = toPay.value;
  if (!isDue && otherWays.length === 0) return null;
  const figures = amount === undefined ? [] : [{ term: text, detail: amount }];
  return (
    <FigureStrip label="Amount due" figures={figures} note={figures.length > 0 ? undefined : text}>
      {otherWays.length > 0 && (
        <Disclosure summary="Not included">
          <DescriptionList items={otherWays} />
        </Disclosure>
      )}
    </FigureStrip>
  );
}

/** Above the list if one of its rows is pending, otherwise below it. */
function PendingWarning() {
  return (
    <Message tone="warning">
      We cannot take a further payment against an invoice if the status shows as payment processing. Please
      try again later.
    </Message>
  );
}
