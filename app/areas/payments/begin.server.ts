import { redirect } from "@remix-run/node";
import type { FormValues } from "../../forms/define-form.ts";
import { keepDraft } from "../../forms/draft.ts";
import { paths } from "../../paths.ts";
import { beginPaymentTransaction } from "../../portal-api/payments.ts";
import type { FlashMessage } from "#server/session/portal-session.ts";
import type { Portal } from "../../request/portal.ts";
import type { RouteArgs } from "../../request/proof.ts";
import { callerAddress } from "./caller-address.server.ts";
import { beginName, type BegunPayment, currentIntent, findBegun, spend } from "./intent.ts";
import { once } from "./once.ts";
import type { paymentForm } from "./payment-form.ts";
import { changeSelection, findSelected, isPayable, selectedNumbers, totalDue } from "./selection.ts";

type Cardholder = FormValues<keyof (typeof paymentForm)["fields"], never>;

export interface BeginRequest {
  readonly args: RouteArgs;
  readonly portal: Portal;
  readonly body: FormData;
  /** The intent that the form was rendered for. */
  readonly intent: string;
  readonly cardholder: Cardholder;
  readonly confirmed: boolean;
}

const changed =
  "Your selection has changed since this page was opened. Please check it and press Pay Now again.";
const uncertain =
  "We could not confirm that your payment was started. No money has been taken. Invoices that show as payment processing can be paid later.";

/**
 * Begins the payment of the ticked invoices, at most once for each intent: a second press, another tab, F5 and
 * Back all get the payment that was begun. The amount is the API's figure, never the form's. Throws a redirect
 * with a message where there is something the person must see first, and the API's error for the form.
 */
export async function beginPayment(asked: BeginRequest): Promise<BegunPayment> {
  const { args, portal, intent } = asked;
  const numbers = await selectedNumbers(portal);
  const [current, chosen, begun] = await Promise.all([
    currentIntent(portal, numbers),
    findSelected(portal, numbers),
    findBegun(args.context, intent),
  ]);
  const payable = chosen.filter(isPayable);
  if (intent !== current) throw await backToReview(asked, { tone: "warning", text: changed });
  if (begun?.state === "known" && payable.length === 0) return begun.value;
  if (begun) {
    // It ended without this session hearing of it, or nobody knows how: the next press is a new attempt.
    await spend(portal, intent);
    throw await backToReview(asked, { tone: "warning", text: begun.state === "known" ? changed : uncertain });
  }
  if (payable.length === 0 || payable.length < numbers.length) {
    const payableNumbers = new Set(payable.map(({ invoiceNumber }) => invoiceNumber));
    await changeSelection(portal, { remove: numbers.filter((number) => !payableNumbers.has(number)) });
    throw await backToReview(asked, { tone: "warning", text: changed });
  }
  return callOnce(asked, numbers, totalDue(payable));
}

async function callOnce(
  asked: BeginRequest,
  numbers: readonly string[],
  amount: number,
): Promise<BegunPayment> {
  const { args, portal, intent, cardholder, confirmed } = asked;
  const ipAddress = await callerAddress(args.context);
  const body = {
    ...cardholder,
    ipAddress,
    billingCountry: "GB" as const,
    isSaveConfirmationRequired: true,
    isSaveConfirmed: confirmed,
    paymentAmount: amount,
    invoiceNumbers: [...numbers],
  };
  const outcome = await once(args.context.services.vault, beginName(intent), async () => {
    const start = await portal.api.call(beginPaymentTransaction, { body });
    return { start, amount, invoiceNumbers: numbers };
  });
  if (outcome.state === "known") return outcome.value;
  await spend(portal, intent);
  portal.session.flash({ tone: "warning", text: uncertain });
  throw redirect(paths.makePayment(), 303);
}

async function backToReview({ args, portal, body }: BeginRequest, message: FlashMessage): Promise<Response> {
  keepDraft(args, body);
  portal.session.flash(message);
  return redirect(paths.paymentSummary(), 303);
}
