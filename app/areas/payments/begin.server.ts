import { redirect } from "@remix-run/node";
import { totalDue } from "#app/areas/invoices/unpaid.server.ts";
import { errorLogFields, thrownPage } from "#app/errors/error-page.ts";
import { CONFIRMED_FIELD } from "#app/forms/define-form.ts";
import type { Posted } from "#app/forms/post.server.ts";
import { keepDraft } from "#app/request/draft.ts";
import { acquireLock, claimOnce, LockTimeout, type SharedOutcome } from "#app/request/once.server.ts";
import { freshApiOf, type Portal, type RouteArgs } from "#app/request/portal.ts";
import { formatMoney } from "#app/ui/format.ts";
import { paths } from "#shared/paths.ts";
import { failedCall, isPortalApiError } from "#shared/portal-api/errors.ts";
import { isPayable, type InvoiceSummary } from "#shared/portal-api/invoices.ts";
import { beginPaymentTransaction } from "#shared/portal-api/payments.ts";
import { requireIpAddress } from "./client-ip.server.ts";
import {
  awaitBeginOutcome,
  beginName,
  closeIntent,
  currentIntent,
  intentToContinue,
  isStillOpen,
  lastCardholder,
} from "./intent.server.ts";
import { changeOpenPayments } from "./open-payments.server.ts";
import { UNKNOWN_PAYMENT, type BegunPayment, type Cardholder } from "./payment.ts";
import { dropUnpayable, findSelected, selectedNumbers } from "./selection.server.ts";

/** The posted review. The page was shown for this `intent`. */
export type PostedReview = Posted<{ readonly intent: string }, Cardholder>;
type SubmittedForm = Pick<PostedReview, "args" | "portal" | "body" | "source">;

const CHANGED_TEXT =
  "What you're paying has changed since you opened this page. Please check it and press Pay Now again.";
const OTHER_CARDHOLDER_TEXT =
  "You started this payment with the details below. To use different ones, cancel it on the card page first.";

/** How long to wait for a colleague's Begin. After a longer wait the page would look broken. */
const LOCK_WAIT_MS = 10_000;
const LOCK_TIMEOUT_TEXT =
  "Someone else is starting a payment for this account. Please wait a moment and press Pay Now again.";

/**
 * Begins paying for the selected invoices, at most once per intent. An account begins one payment at a time, so that two
 * colleagues can't begin the same one. Throws redirects and the API's errors.
 */
export async function beginPayment(before: PostedReview): Promise<void> {
  const { args } = before;
  const { services, signal } = args.context;
  const { account } = before.portal;
  const lockName = `begin payment in ${account.clientId}`;
  try {
    await using _lock = await acquireLock(services.records, lockName, { signal, maxMs: LOCK_WAIT_MS });
    // Anything loaded while waiting for the lock may be out of date.
    const portal = { ...before.portal, api: freshApiOf(args.context, account.clientId) };
    const request = { ...before, portal };
    const { numbers, chosen, begun } = await requireUnchangedSelection(request);
    if (begun?.state === "known") await requireSamePayment(request, begun.value, chosen);
    else if (!begun && (chosen.length !== numbers.length || !chosen.every(isPayable)))
      throw await backToReview(request, await dropUnpayable(portal, numbers, chosen));
    const outcome = begun ?? (await beginOnce(request, chosen));
    if (outcome.state === "unknown") {
      // The next press is a new intent.
      await closeIntent(portal, request.source.intent);
      throw isPortalApiError(outcome.error)
        ? outcome.error
        : failedCall(beginPaymentTransaction, { kind: "failed" });
    }
    const { start, cardholder: _cardholder, ...payment } = outcome.value;
    const paymentId = start.paymentId ?? undefined;
    const ids = { paymentId, session: portal.session.handle, person: portal.user.id };
    // Even one that was begun earlier, because its process may have died before listing it. The former build keeps no account.
    await changeOpenPayments(args.context, portal, { ...payment, ...ids, account });
  } catch (error) {
    throw error instanceof LockTimeout ? await backToReview(before, LOCK_TIMEOUT_TEXT) : error;
  }
}

/** The selected invoices and the intent's outcome. Redirects back if the page showed other invoices or a different total. */
export async function requireUnchangedSelection(request: SubmittedForm) {
  const { args, portal, source } = request;
  const numbers = await selectedNumbers(portal);
  const chosen = await findSelected(portal, numbers);
  const isUnchanged = source.intent === (await currentIntent(portal, chosen));
  // Checked last, because another press may begin or end the payment at any time.
  const begun = await awaitBeginOutcome(args.context, source.intent);
  if (!isUnchanged && begun?.state !== "unknown") throw await backToReview(request, CHANGED_TEXT);
  return { numbers, chosen, begun };
}

/** Redirects back if the begun payment has ended, or is for a different cardholder. */
async function requireSamePayment(
  request: PostedReview,
  begun: BegunPayment,
  chosen: readonly InvoiceSummary[],
): Promise<void> {
  const { args, portal, source, values: cardholder } = request;
  if (!isStillOpen(begun, chosen, args.context.services.now())) {
    await closeIntent(portal, source.intent);
    throw await backToReview(request, CHANGED_TEXT);
  }
  if (JSON.stringify(begun.cardholder) === JSON.stringify(cardholder)) return;
  portal.session.flash({ tone: "warning", text: OTHER_CARDHOLDER_TEXT });
  throw redirect(paths.paymentSummary(), 303);
}

async function beginOnce(
  { args, portal, source, values: cardholder, texts }: PostedReview,
  payable: readonly InvoiceSummary[],
): Promise<SharedOutcome<BegunPayment>> {
  const ipAddress = await requireIpAddress(args.context);
  const amount = totalDue(payable);
  const invoiceNumbers = payable.map(({ invoiceNumber }) => invoiceNumber);
  const amounts = payable.map(({ outstandingAmount }) => outstandingAmount);
  const body = {
    ...cardholder,
    ipAddress,
    billingCountry: "GB" as const,
    isSaveConfirmationRequired: true,
    isSaveConfirmed: texts[CONFIRMED_FIELD] === "true",
    paymentAmount: amount,
    invoiceNumbers: payable.map(({ apiId }) => apiId),
  };
  const { log, signal, services } = args.context;
  const { account } = portal;
  const begin = async (): Promise<BegunPayment> => {
    const start = await portal.api.call(beginPaymentTransaction, { body });
    const at = services.now().getTime();
    return { account, start, cardholder, amount, invoiceNumbers, amounts, ipAddress, at };
  };
  const claim = await claimOnce<BegunPayment>(services.records, beginName(source.intent), { signal });
  const outcome = claim.outcome ?? (await claim.settle(begin()));
  if (outcome.state === "known") lastCardholder.keep(portal, cardholder);
  else log.error({ invoiceNumbers, ...errorLogFields(outcome.error) }, UNKNOWN_PAYMENT);
  return outcome;
}

/** Redirects to the review, or to the list if nothing is selected any more, and keeps the input. */
async function backToReview({ args, portal, body }: SubmittedForm, reason: string): Promise<Response> {
  keepDraft(args, body);
  portal.session.flash({ tone: "warning", text: reason });
  const hasSelection = (await selectedNumbers(portal)).length > 0;
  return redirect(hasSelection ? paths.paymentSummary() : paths.makePayment(), 303);
}

export type ContinueView = ReturnType<typeof continueView>;

/** The page that continues to the card provider, shown once after Pay Now. Going back or reloading shows the review again. */
export async function takeContinueView(args: RouteArgs, portal: Portal): Promise<ContinueView | undefined> {
  const { context, request } = args;
  const isDocument = context.navigation && request.headers.get("Accept")?.includes("text/html");
  const intent = isDocument ? intentToContinue.read(portal) : undefined;
  if (intent === undefined) return undefined;
  intentToContinue.forget(portal);
  const begun = await awaitBeginOutcome(context, intent);
  if (begun?.state !== "known") return undefined;
  // The person may have selected something else since, without reviewing it.
  const isSame = String(await selectedNumbers(portal)) === String(begun.value.invoiceNumbers.toSorted());
  return isSame ? continueView(args, begun.value) : undefined;
}

/** Allows this page alone to post a form to the card provider. Throws an error page if the provider isn't a configured one. */
function continueView({ context }: RouteArgs, { start, amount }: BegunPayment) {
  const { origin, host } = new URL(start.sagePayUrl);
  if (!context.config.cardPaymentOrigins.includes(origin)) {
    context.log.error({ origin }, "the card provider isn't one of CARD_PAYMENT_ORIGINS");
    throw thrownPage(502, {
      heading: "Something went wrong",
      message: "There was an error getting the sagepay url",
      subMessages: ["No money has been taken."],
      reference: context.requestId,
      action: "dashboard",
    });
  }
  for (const allowed of context.config.cardPaymentOrigins) context.allowOrigin("form-action", allowed);
  const { sagePayUrl: to, vpsProtocol: VPSProtocol, txType: TxType, vendor: Vendor, crypt: Crypt } = start;
  return { to, provider: host, amount: formatMoney(amount), fields: { VPSProtocol, TxType, Vendor, Crypt } };
}
