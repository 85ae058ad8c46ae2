import { redirect } from "@remix-run/node";
import { paths } from "#app/paths.ts";
import type { Quote } from "#app/portal-api/quotes.ts";
import { wasCompleted } from "#app/request/done-here.ts";
import { fingerprint } from "#app/request/fingerprint.server.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { versionTotals } from "./quote-versions.server.ts";
import { formatValidThrough, isAcceptable, loadQuote } from "./quote-view.server.ts";

/** Fingerprint of the offer that a page shows, to notice if it changes before the acceptance. */
export function offerFingerprint(quote: Quote): string {
  const { quoteId, validThrough, items, details, valueLabel } = quote;
  return fingerprint([quoteId, validThrough, versionTotals(quote), valueLabel, details, items]);
}

/** Loads 'Ready to Accept' or its confirmation. Throws a redirect if the quote can't be accepted. */
export async function acceptView(args: RouteArgs, portal: Portal) {
  const { config, services } = args.context;
  const { id: requestedId = "" } = args.params;
  const sent = new URL(args.request.url).searchParams.has("sent");
  if (sent && !(await wasCompleted(portal, "quote accepted", requestedId)))
    throw redirect(paths.quoteAccept(requestedId), 303);
  const { quote } = await loadQuote(args, portal);
  const { quoteId: id, preparedBy } = quote;
  const now = services.now();
  if (!sent && !isAcceptable(quote, now)) throw redirect(paths.quote(id));
  const email = preparedBy?.email || config.helpDeskEmail;
  const totals = versionTotals(quote);
  const emailLines = [
    `I accept quote ${id}${totals.length > 1 ? ", version " : ""}`,
    "",
    `Account: ${portal.account.name}`,
    `Name: ${portal.user.fullName}`,
    "Position: ",
    "Purchase order number: ",
  ];
  const subject = encodeURIComponent(`Acceptance of quote ${id}`);
  return {
    id,
    sent,
    email,
    mailTo: `mailto:${encodeURIComponent(email)}?subject=${subject}&body=${encodeURIComponent(emailLines.join("\r\n"))}`,
    preparedBy: preparedBy?.name,
    end: formatValidThrough(quote, now),
    totals,
    offer: offerFingerprint(quote),
    account: portal.account.clientId,
  };
}
