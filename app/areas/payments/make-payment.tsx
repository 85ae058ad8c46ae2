import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Message } from "#app/ui/message.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { SelectionForm } from "./selection-form.tsx";
import type { MakePaymentView } from "./unpaid-list.server.ts";

/** Unpaid invoices to tick, over all pages of the list (spec 2 §2, Make a Payment). */
export function MakePayment({ view, error }: { view: MakePaymentView; error: string | undefined }) {
  return (
    <div className="stack-wide">
      <PageHeader
        title="Make a Payment"
        actions={
          <>
            <ButtonLink to={paths.invoices()}>Manage Invoices</ButtonLink>
            <ButtonLink to={paths.directDebitNew()}>Setup Direct Debit</ButtonLink>
          </>
        }
      />
      {error && <ErrorSummary heading="There is a problem" items={[{ text: error, href: "#unpaid" }]} />}
      <Message tone="warning">
        <p>
          We cannot take a further payment against an invoice if the status shows as payment processing.
          Please try again later.
        </p>
      </Message>
      {view.list.total === 0 ? (
        <EmptyState icon="circle-check">You have no unpaid invoices</EmptyState>
      ) : (
        <SelectionForm {...view} />
      )}
    </div>
  );
}
