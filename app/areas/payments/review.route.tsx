import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { definePost, postAction } from "#app/forms/post.server.ts";
import { requireRole } from "#app/request/require.ts";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { listPaymentRules } from "#shared/portal-api/payments.ts";
import { beginPayment, requireUnchangedSelection, takeContinueView } from "./begin.server.ts";
import { intentToContinue } from "./intent.server.ts";
import { PAYMENT_INTENT_FIELD, paymentForm } from "./payment-form.ts";
import { ContinueToPayment, ReviewPayment } from "./review-payment.tsx";
import { reviewView } from "./review-view.server.ts";

export const handle: PageFacts = { requiredParts: ["cardPayments"] };
export const meta = pageTitle("Review your payment");

/** Shows the review. After Pay Now we come back here, and it shows the page that continues to the card provider, once. */
export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "Orders");
  const continueView = await takeContinueView(args, portal);
  // `scripts` is like the page fact, but for this view only (app/entry.server.tsx).
  return continueView ? { continueView, scripts: false as const } : reviewView(args, portal);
}

const payNow = definePost({
  form: paymentForm,
  role: "Orders",
  rules: listPaymentRules,
  async source(request, body = new FormData()) {
    const source = { intent: String(body.get(PAYMENT_INTENT_FIELD) ?? "") };
    await requireUnchangedSelection({ ...request, body, source });
    return source;
  },
  async save(posted) {
    await beginPayment(posted);
    intentToContinue.keep(posted.portal, posted.source.intent);
    // The loader above continues from here.
    return { to: paths.paymentSummary() };
  },
});

export const action = postAction(payNow);

export default function Review() {
  const view = useLoaderData<typeof loader>();
  if ("continueView" in view) return <ContinueToPayment view={view.continueView} />;
  return <ReviewPayment view={view} />;
}
