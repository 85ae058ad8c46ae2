import type { LoaderFunctionArgs } from "@remix-run/node";
import { generatedFile } from "#app/files/file-response.server.ts";
import { filesOf, type Portal } from "#app/request/portal.ts";
import { redirectBackWithMessage, redirectOnFailure } from "#app/request/redirect-back.ts";
import { requireRole } from "#app/request/require.ts";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { isInvoiceNumber } from "#shared/portal-api/invoice-number.ts";
import { findInvoice } from "./invoice-files.server.ts";
import { daysOfMonth, monthLabel } from "./invoice-months.server.ts";
import { zipOfInvoices, type InvoiceOrNote } from "./invoice-zip.server.ts";
import { invoicesIssued, SOME_UNDATED } from "./issued.server.ts";

const MAX_SELECTED = 100;

export const handle: PageFacts = { requiredParts: ["files"] };

/** The files for a month (`?month=2026-11`) or for several invoices (`?number=…&number=…`) in one ZIP. */
export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "Orders");
  const back = (text: string) => redirectBackWithMessage(args, paths.invoices(), text);
  const wanted = wantedFrom(new URL(args.request.url).searchParams, portal);
  if (typeof wanted === "string") return back(wanted);
  return redirectOnFailure(args, paths.invoices(), async () => {
    // Waits for the first invoice, so that an early failure still gets an error page.
    const first = await wanted.invoices.next();
    if (first.done) return back(wanted.messageIfNone);
    const invoices = startingWith(first.value, wanted.invoices);
    return generatedFile(
      zipOfInvoices(invoices, filesOf(args.context, portal)),
      wanted.name,
      "application/zip",
      "no-store, no-transform",
    );
  });
}

/** The requested invoices with a message for when there are none; or only a message, if the address asks for none or too many. */
function wantedFrom(query: URLSearchParams, portal: Portal) {
  const month = query.get("month");
  if (month !== null) {
    const label = monthLabel(month);
    if (!label) return "Please choose a month.";
    const messageIfNone = `There are no invoices for ${label}.`;
    return { name: `invoices-${month}.zip`, invoices: ofMonth(portal, month), messageIfNone };
  }
  const numbers = [...new Set(query.getAll("number"))].filter(isInvoiceNumber);
  const messageIfNone = "Please tick at least one invoice.";
  if (numbers.length === 0) return messageIfNone;
  if (numbers.length > MAX_SELECTED) return `Please tick no more than ${MAX_SELECTED} invoices.`;
  return { name: "invoices.zip", invoices: selected(portal, numbers), messageIfNone };
}

async function* startingWith<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}

async function* ofMonth(portal: Portal, month: string): AsyncGenerator<InvoiceOrNote> {
  const gaps = new Set<string>();
  const invoices = invoicesIssued(portal, daysOfMonth(month), (gap) => gaps.add(gap));
  for await (const invoice of invoices) yield { number: invoice.invoiceNumber, invoice };
  if (gaps.has("unread")) yield { note: "We couldn't check all the invoices." };
  if (gaps.has("undated")) yield { note: SOME_UNDATED };
}

async function* selected(portal: Portal, numbers: readonly string[]): AsyncGenerator<InvoiceOrNote> {
  for (const number of numbers) {
    yield { number, invoice: await findInvoice(portal, number, { fresh: true }) };
  }
}
