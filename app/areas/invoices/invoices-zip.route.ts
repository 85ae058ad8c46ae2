import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PageFacts } from "#app/document/page-facts.ts";
import { attachment } from "#app/files/file-response.server.ts";
import { paths } from "#app/paths.ts";
import { isInvoiceNumber } from "#app/portal-api/invoice-number.ts";
import { filesOf, type Portal } from "#app/request/portal.ts";
import { redirectBackWithMessage, redirectOnFailure } from "#app/request/redirect-back.ts";
import { requireRole } from "#app/request/require.ts";
import { findInvoice } from "./invoice-files.server.ts";
import { daysOf, monthLabel } from "./invoice-months.server.ts";
import { zipOfInvoices, type WantedInvoice } from "./invoice-zip.server.ts";
import { invoicesIssued } from "./issued.server.ts";

const MAX_SELECTED = 100;

export const handle: PageFacts = { parts: ["files"] };

/** The files of a month (`?month=2026-11`) or of some invoices (`?number=…&number=…`) in one ZIP. */
export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "Orders");
  const back = (text: string) => redirectBackWithMessage(args, paths.invoices(), text);
  const wanted = wantedBy(new URL(args.request.url).searchParams, portal);
  if (typeof wanted === "string") return back(wanted);
  return redirectOnFailure(args, paths.invoices(), async () => {
    // Answers only once the first invoice has been read, so that an earlier failure still gets an error page.
    const first = await wanted.invoices.next();
    if (first.done) return back(wanted.none);
    const all = startingWith(first.value, wanted.invoices);
    return new Response(zipOfInvoices(all, filesOf(args.context, portal)), {
      headers: {
        "Content-Type": "application/zip",
        "Content-Disposition": attachment(wanted.name),
        "Cache-Control": "no-store, no-transform",
      },
    });
  });
}

/**
 * The requested invoices and the message if none are found, or the message that explains what is wrong with the
 * address.
 */
function wantedBy(query: URLSearchParams, portal: Portal) {
  const month = query.get("month");
  if (month !== null) {
    const label = monthLabel(month);
    if (!label) return "Please choose a month.";
    const none = `There are no invoices of ${label}.`;
    return { name: `invoices-${month}.zip`, invoices: ofMonth(portal, month), none };
  }
  const numbers = [...new Set(query.getAll("number"))].filter(isInvoiceNumber);
  const none = "Please tick at least one invoice.";
  if (numbers.length === 0) return none;
  if (numbers.length > MAX_SELECTED) return `Please tick at most ${MAX_SELECTED} invoices.`;
  return { name: "invoices.zip", invoices: selected(portal, numbers), none };
}

async function* startingWith<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}

async function* ofMonth(portal: Portal, month: string): AsyncGenerator<WantedInvoice> {
  let isCut = false;
  const found = invoicesIssued(portal, daysOf(month), () => (isCut = true));
  for await (const one of found) yield { number: one.invoiceNumber, found: one };
  if (isCut) yield { note: "Not all invoices could be looked at." };
}

async function* selected(portal: Portal, numbers: readonly string[]): AsyncGenerator<WantedInvoice> {
  for (const number of numbers) {
    yield { number, found: await findInvoice(portal, number, { fresh: true }) };
  }
}
