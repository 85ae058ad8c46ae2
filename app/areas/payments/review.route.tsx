import { type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { titled } from "#app/document/page-title.ts";
import { thrownPage } from "#app/errors/error-page.ts";
import { formRules } from "#app/forms/form-rules.ts";
import { stepOf } from "#app/forms/reply.ts";
import { stepReply, submitForm } from "#app/forms/submit-form.server.ts";
import { listPaymentRules } from "#app/portal-api/payments.ts";
import type { RouteArgs } from "#app/request/portal.ts";
import { requireRole } from "#app/request/require.ts";
import { formatMoney } from "#app/ui/format.ts";
import type { BegunPayment } from "./attempts.server.ts";
import { beginPayment } from "./begin.server.ts";
import { PAYMENT_FIELD, paymentForm } from "./payment-form.ts";
import { ContinueToPayment, ReviewPayment, type ContinueView } from "./review-payment.tsx";
import { reviewView } from "./review-view.server.ts";

export const meta = titled("Review your payment");

export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "Orders");
  return reviewView(args, portal);
}

/** Pay Now: judges by the rules, begins at most once, and answers the page that leads to the card provider. */
export async function action(args: ActionFunctionArgs) {
  const portal = await requireRole(args, "Orders");
  const body = await args.request.formData();
  return submitForm(args, portal, paymentForm, {
    body,
    judging: async () => ({ rules: await formRules(args.context, portal, listPaymentRules) }),
    async save({ values, confirmed, hidden }) {
      const intent = hidden(PAYMENT_FIELD);
      const begun = await beginPayment({ args, portal, body, intent, cardholder: values, confirmed });
      return stepReply(paymentForm, body, { data: leadOn(args, begun), scripts: false });
    },
  });
}

/** Only to a card provider that is configured; no other page may send a form there. */
function leadOn({ context }: RouteArgs, { start, amount }: BegunPayment): ContinueView {
  const { origin } = new URL(start.sagePayUrl);
  if (!context.config.cardPaymentOrigins.includes(origin)) {
    context.log.error({ origin }, "the card provider is none of CARD_PAYMENT_ORIGINS");
    throw thrownPage(502, {
      heading: "Something went wrong",
      message: "There was an error getting the sagepay url",
      subMessages: ["No money has been taken."],
      reference: context.requestId,
      action: "dashboard",
    });
  }
  for (const allowed of context.config.cardPaymentOrigins) context.allowOrigin("form-action", allowed);
  return {
    to: start.sagePayUrl,
    provider: new URL(start.sagePayUrl).host,
    amount: formatMoney(amount),
    fields: {
      VPSProtocol: start.vpsProtocol,
      TxType: start.txType,
      Vendor: start.vendor,
      Crypt: start.crypt,
    },
  };
}

export default function Review() {
  const view = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const step = stepOf<ContinueView>(paymentForm, reply);
  if (step) return <ContinueToPayment view={step.data} />;
  return <ReviewPayment view={view} reply={reply} />;
}
