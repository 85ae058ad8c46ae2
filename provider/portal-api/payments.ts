import { beginPayment, type PaymentContext } from "#provider/payments/begin-payment.ts";
import { completePayment } from "#provider/payments/complete-payment.ts";
import { paymentRules } from "#provider/payments/payment-rules.ts";
import { causeFault } from "#provider/payments/payment-scenarios.ts";
import { Refusal } from "./refusal.ts";
import { route, type Route } from "./route.ts";
import { rulesRoute } from "./validation-rules.ts";

const access = "Orders";

/** `Payment/*`. A scenario may delay or lose a call's answer after it took effect. */
export function paymentRoutes(context: PaymentContext): Route[] {
  return [
    rulesRoute("/Payment/GetValidationRules", access, () => paymentRules),
    route("POST /Payment/BeginPaymentTransaction", access, async (call) => {
      const surname = surnameIn(call.body);
      const start = beginPayment(context, call);
      await causeFault("afterBegin", surname);
      return { body: start };
    }),
    route("POST /Payment/CompletePaymentTransaction", access, async (call) => {
      const { surname, outcome } = completePayment(context, call);
      await causeFault("afterComplete", surname);
      if (outcome instanceof Refusal) throw outcome;
      return { body: outcome };
    }),
  ];
}

function surnameIn(body: unknown): string {
  return typeof body === "object" && body !== null && "billingSurname" in body
    ? String(body.billingSurname)
    : "";
}
