import { Message } from "#app/ui/message.tsx";
import { DIRECT_DEBITS_NOT_CHECKED } from "./payment-form.ts";

export function DirectDebitsNotChecked() {
  return (
    <Message tone="warning">
      <p>{DIRECT_DEBITS_NOT_CHECKED}</p>
    </Message>
  );
}
