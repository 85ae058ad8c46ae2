import { paths } from "#app/paths.ts";
import { Message } from "#app/ui/message.tsx";
import { ONE_PER_ACCOUNT } from "./wizard-texts.ts";

export function NoAccountLeft({ phone }: { phone: string }) {
  return (
    <Message tone="warning" heading={ONE_PER_ACCOUNT}>
      <p>
        All of your accounts have one. Please{" "}
        <a href={paths.directDebits()}>edit your existing Direct Debits</a> or contact customer services on{" "}
        {phone}.
      </p>
    </Message>
  );
}
