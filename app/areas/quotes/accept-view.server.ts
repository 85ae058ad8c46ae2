import { redirect } from "@remix-run/node";
import { paths } from "#app/paths.ts";
import type { Quote } from "#app/portal-api/quotes.ts";
import { wasCompleted } from "#app/request/done-here.ts";
import { fingerprint } from "#app/request/fingerprint.server.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { totalsOf } from "./quote-versions.server.ts";
import { endOf, isAcceptable, loadQuote } from "./quote-view.server.ts";

/** A fingerprint of price, end, words and items: an acceptance is of what the page showed. */
export function offerOf(quote: Quote): string {
  const { quoteId, validThrough, items, details, valueLabel } = quote;
  return fingerprint([quoteId, validThrough, totalsOf(quote), valueLabel, details, items]);
}

/** 'Ready to Accept', or what is said once the email is sent. Throws the redirect for what can't be accepted. */
export async function acceptView(args: RouteArgs, portal: Portal) {
  const { config, services } = args.context;
  const { id: asked = "" } = args.params;
  const sent = new URL(args.request.url).searchParams.has("sent");
  if (sent && !(await wasCompleted(portal, "quote accepted", asked)))
    throw redirect(paths.quoteAccept(asked), 303);
  const { quote } = await loadQuote(args, portal);
  const { quoteId: id, preparedBy } = quote;
  const now = services.now();
  if (!sent && !isAcceptable(quote, now)) throw redirect(paths.quote(id));
  const email = preparedBy?.email || config.helpDeskEmail;
  const totals = totalsOf(quote);
  const words = [
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
    mailTo: `mailto:${encodeURIComponent(email)}?subject=${subject}&body=${encodeURIComponent(words.join("\r\n"))}`,
    preparedBy: preparedBy?.name,
    end: endOf(quote, now),
    totals,
    offer: offerOf(quote),
    account: portal.account.clientId,
  };
}
