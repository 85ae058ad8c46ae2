import { Message } from "#app/ui/message.tsx";
import { paths } from "#shared/paths.ts";
import type { UnfinishedPayment } from "./intent.server.ts";

/** Leads back to a payment whose card page was left or closed. The review asks the API how it ended. */
export function ContinuePayment({ total }: Pick<UnfinishedPayment, "total">) {
  return (
    <Message tone="info">
      <p>
        We haven&apos;t heard how your payment of {total} ended.{" "}
        <a href={paths.paymentSummary()}>Check or continue your payment</a>
      </p>
    </Message>
  );
}
