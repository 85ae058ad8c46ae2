import { Message } from "#app/ui/message.tsx";

export const DIRECT_DEBITS_NOT_CHECKED =
  "We could not check which invoices a Direct Debit collects. Look at your Direct Debits before you pay: nobody should pay an invoice twice.";

export function DirectDebitsNotChecked() {
  return (
    <Message tone="warning">
      <p>{DIRECT_DEBITS_NOT_CHECKED}</p>
    </Message>
  );
}
