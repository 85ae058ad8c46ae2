import { Message } from "#app/ui/message.tsx";
import { NOT_CHECKED } from "./payment-form.ts";

export function NotChecked() {
  return (
    <Message tone="warning">
      <p>{NOT_CHECKED}</p>
    </Message>
  );
}
