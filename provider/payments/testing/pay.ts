import type { OutcomeName } from "#provider/card/outcomes.ts";
import type { CardPaymentStart } from "#shared/portal-api/payments.ts";

/** Presses a button of the card page. */
export function pressButton(start: CardPaymentStart, outcome: OutcomeName | "3ds"): Promise<Response> {
  const body = new URLSearchParams({ Crypt: start.crypt, outcome });
  return fetch(new URL("card-payment", start.sagePayUrl), { method: "POST", body, redirect: "manual" });
}
