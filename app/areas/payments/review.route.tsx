import type { LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { buttonAnswer, definePost, postAction } from "#app/forms/post.server.ts";
import { buttonAnswerOf } from "#app/forms/reply.ts";
import { requireRole } from "#app/request/require.ts";
import type { PageFacts } from "#shared/page-facts.ts";
import { listPaymentRules } from "#shared/portal-api/payments.ts";
import { beginPayment, continueView, requireUnchangedSelection, type ContinueView } from "./begin.server.ts";
import { PAYMENT_FIELD, paymentForm } from "./payment-form.ts";
import { ContinueToPayment, ReviewPayment } from "./review-payment.tsx";
import { reviewView } from "./review-view.server.ts";

export const handle: PageFacts = { requiredParts: ["cardPayments"] };
export const meta = pageTitle("Review your payment");

export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "Orders");
  return reviewView(args, portal);
}

const payNow = definePost({
  form: paymentForm,
  role: "Orders",
  rules: listPaymentRules,
  async about(request, body = new FormData()) {
    const intent = String(body.get(PAYMENT_FIELD) ?? "");
    await requireUnchangedSelection({ ...request, body, intent });
    return { intent };
  },
  async save({ args, portal, body, about: { intent }, values: cardholder, confirmed }) {
    const begun = await beginPayment({ args, portal, body, intent, cardholder, confirmed });
    return buttonAnswer(paymentForm, body, { data: continueView(args, begun), scripts: false });
  },
});

export const action = postAction(payNow);

export default function Review() {
  const view = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const step = buttonAnswerOf<ContinueView>(paymentForm, reply);
  if (step) return <ContinueToPayment view={step.data} />;
  return <ReviewPayment view={view} reply={reply} />;
}
