import { Message } from "#app/ui/message.tsx";
import { paths } from "#shared/paths.ts";
import type { UnfinishedPayment } from "./intent.server.ts";

/** The way back to a payment whose card page was left. */
export function ContinuePayment({ total }: Pick<UnfinishedPayment, "total">) {
  return (
    <Message tone="info">
      <p>
        You didn&apos;t finish a payment of {total}.{" "}
        <a href={paths.paymentSummary()}>Continue your payment</a>
      </p>
    </Message>
  );
}
