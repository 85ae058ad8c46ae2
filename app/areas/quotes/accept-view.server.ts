import { redirect } from "@remix-run/node";
import { clean } from "#app/forms/cleaning.ts";
import { paths } from "#app/paths.ts";
import type { Quote } from "#app/portal-api/quotes.ts";
import { wasCompleted } from "#app/request/completed-actions.ts";
import { fingerprint } from "#app/request/fingerprint.server.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { acceptanceText, findAcceptance, offerFingerprint } from "./acceptances.server.ts";
import { findVersion, versionTotals } from "./quote-versions.server.ts";
import { isAcceptable, loadQuote, validityText } from "./quote-view.server.ts";

const MAX_ORDER_NUMBER_LENGTH = 40;

/** Fingerprint of the offer, its text and the recipient that a page shows, to notice if they change before the acceptance. */
export const pageFingerprint = (quote: Quote, recipient: string) =>
  fingerprint([offerFingerprint(quote), quote.details, recipient]);

/** The email address that the acceptance goes to. */
export function acceptanceRecipient({ preparedBy }: Quote, helpDeskEmail: string): string {
  return preparedBy?.email.trim() || helpDeskEmail;
}

/** Loads 'Ready to Accept', or its confirmation with `?sent`. Throws a redirect if the quote can't be accepted. */
export async function acceptView(args: RouteArgs, portal: Portal) {
  const { config, services } = args.context;
  const { id: requestedId = "" } = args.params;
  const { searchParams } = new URL(args.request.url);
  const isSent = searchParams.has("sent");
  if (isSent && !(await wasCompleted(portal, "quote accepted", requestedId)))
    throw redirect(paths.quoteAccept(requestedId), 303);
  const { quote } = await loadQuote(args, portal);
  const { quoteId: id, preparedBy } = quote;
  const now = services.now();
  const { acceptance, isAccepted } = await findAcceptance(args, portal, quote);
  if (isSent) {
    return { id, sentText: acceptance && acceptanceText(acceptance), isSent } as const;
  }
  if (isAccepted || !isAcceptable(quote, now)) throw redirect(paths.quote(id));
  const chosen = findVersion(quote, searchParams.get("version"));
  const order = clean.line(searchParams.get("order") ?? "").replace(/\s+/g, " ");
  const orderNumber = order.length > MAX_ORDER_NUMBER_LENGTH ? "" : order;
  const to = acceptanceRecipient(quote, config.helpDeskEmail);
  const totals = versionTotals(quote);
  const isComplete = chosen !== undefined || totals.length === 0;
  return {
    id,
    isSent,
    email: isComplete ? acceptanceEmail(quote, portal, to, { chosen, orderNumber }) : undefined,
    chosen: chosen && String(chosen.version),
    order,
    maxOrderNumberLength: MAX_ORDER_NUMBER_LENGTH,
    preparedBy: preparedBy?.name,
    validity: validityText(quote, now),
    totals: totals.map(({ version, label, total, split }) => ({
      value: String(version),
      label: `${label}, ${total}`,
      hint: split,
    })),
    offer: pageFingerprint(quote, to),
  } as const;
}

function acceptanceEmail(
  quote: Quote,
  portal: Portal,
  to: string,
  { chosen, orderNumber }: { chosen: ReturnType<typeof findVersion>; orderNumber: string },
) {
  const { quoteId } = quote;
  const version = versionTotals(quote).length > 1 && chosen ? `, version ${chosen.version}` : "";
  const subject = `Acceptance of quote ${quoteId}`;
  const text = [
    `I accept quote ${quoteId}${version}${chosen ? `, ${chosen.total}.` : ""}`,
    "",
    `Account: ${portal.account.name}`,
    `Name: ${portal.user.fullName}`,
    "Position: ",
    `Purchase order number: ${orderNumber}`,
  ].join("\r\n");
  const query = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`;
  return { to, subject, text, href: `mailto:${encodeURIComponent(to)}?${query}` };
}
