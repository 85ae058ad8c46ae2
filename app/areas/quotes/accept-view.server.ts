import { redirect } from "@remix-run/node";
import { clean } from "#app/forms/cleaning.ts";
import { requireCompleted } from "#app/request/completed-actions.ts";
import { fingerprint } from "#app/request/fingerprint.server.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { paths } from "#shared/paths.ts";
import { acceptanceText, findAcceptance, offerFingerprint } from "./acceptances.server.ts";
import { findVersion, versionTotals } from "./quote-versions.server.ts";
import { isAcceptable, loadQuote, validityText } from "./quote-view.server.ts";

const MAX_ORDER_NUMBER_LENGTH = 40;

/** Loads everything for accepting a quote: its versions, the email's recipient, and what was accepted before. */
export async function loadOffer(args: RouteArgs, portal: Portal) {
  const { quote } = await loadQuote(args, portal);
  const { config, services } = args.context;
  const to = quote.preparedBy?.email.trim() || config.helpDeskEmail;
  return {
    ...(await findAcceptance(args, portal, quote)),
    quote,
    to,
    versions: versionTotals(quote),
    isOpen: isAcceptable(quote, services.now()),
    /** Changes with the offer, its text and the recipient. */
    shown: fingerprint([offerFingerprint(quote), quote.details, to]),
  };
}

/** Loads 'Ready to Accept' or, with `?sent`, its confirmation. Redirects if the quote can't be accepted. */
export async function acceptView(args: RouteArgs, portal: Portal) {
  const { id: requestedId = "" } = args.params;
  const { searchParams } = new URL(args.request.url);
  const isSent = searchParams.has("sent");
  if (isSent) await requireCompleted(portal, "quote accepted", requestedId, paths.quoteAccept(requestedId));
  const offer = await loadOffer(args, portal);
  const { quote, acceptance, versions } = offer;
  const { quoteId: id } = quote;
  const sentText = acceptance && acceptanceText(acceptance);
  if (isSent) return { id, title: `Quote ${id} accepted by email`, sentText, isSent } as const;
  if (offer.isAccepted || !offer.isOpen) throw redirect(paths.quote(id));
  const chosen = findVersion(quote, searchParams.get("version"));
  const order = clean.name(searchParams.get("order") ?? "");
  const orderNumber = order.length > MAX_ORDER_NUMBER_LENGTH ? "" : order;
  return {
    id,
    row: { name: `quote ${id}` },
    isSent,
    email: chosen || versions.length === 0 ? acceptanceEmail(offer, portal, chosen, orderNumber) : undefined,
    chosen: chosen && String(chosen.version),
    order,
    maxOrderNumberLength: MAX_ORDER_NUMBER_LENGTH,
    preparedBy: quote.preparedBy?.name,
    validity: validityText(quote, args.context.services.now()),
    versions: versions.map(({ version, text, split }) => ({ value: `${version}`, label: text, hint: split })),
    offer: offer.shown,
  } as const;
}

function acceptanceEmail(
  { quote: { quoteId }, to, versions }: Awaited<ReturnType<typeof loadOffer>>,
  portal: Portal,
  chosen: ReturnType<typeof findVersion>,
  orderNumber: string,
) {
  const subject = `Acceptance of quote ${quoteId}`;
  const accepted = versions.length > 1 ? chosen?.inSentence : chosen?.total;
  const text = [
    `I accept ${[`quote ${quoteId}`, accepted].filter(Boolean).join(", ")}.`,
    "",
    `Account: ${portal.account.name}`,
    `Name: ${portal.user.fullName}`,
    "Position: ",
    `Purchase order number: ${orderNumber}`,
  ].join("\r\n");
  const query = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`;
  return { to, subject, text, href: `mailto:${encodeURIComponent(to)}?${query}` };
}
