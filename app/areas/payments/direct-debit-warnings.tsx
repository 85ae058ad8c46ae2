import { Message } from "#app/ui/message.tsx";
import { DIRECT_DEBITS_NOT_CHECKED } from "./payment-texts.ts";

export function DirectDebitsNotChecked() {
  return <Message tone="warning">{DIRECT_DEBITS_NOT_CHECKED}</Message>;
}

export const MAY_STILL_COLLECT =
  "Pay by card only if you want to pay sooner. A Direct Debit may already be on its way, and you'd pay twice.";

/** For pages where someone can choose to pay by card what a direct debit may collect. */
export function MayStillCollect({ text = "" }: { text?: string }) {
  return (
    <Message tone="warning">{`${text || "Some of these will be collected by Direct Debit."} ${MAY_STILL_COLLECT}`}</Message>
  );
}
