import type { LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "#app/paths.ts";
import { isPortalApiError } from "#app/portal-api/errors.ts";
import { isInvoiceNumber } from "#app/portal-api/invoice-number.ts";
import { getInvoice } from "#app/portal-api/invoices.ts";
import { attachment } from "#app/request/file-response.server.ts";
import { filesOf } from "#app/request/files.ts";
import type { Portal } from "#app/request/portal.ts";
import { requireRole } from "#app/request/require.ts";
import { backWithMessage, orBack } from "./back-with-message.ts";
import { invoicesOfMonth } from "./invoices-of-month.ts";
import { zipOfInvoices, type WantedInvoice } from "./invoices-zip.server.ts";
import { monthLabel } from "./months.ts";

/** As many as a page of the list can show. */
const MOST_SELECTED = 100;

/** The files of a month (`?month=2026-11`) or of some invoices (`?number=…&number=…`) in one ZIP. */
export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "Orders");
  const { searchParams } = new URL(args.request.url);
  const month = searchParams.get("month");
  const numbers = [...new Set(searchParams.getAll("number"))].filter(isInvoiceNumber);
  const back = (text: string) => backWithMessage(args, paths.invoices(), text);
  if (month !== null) {
    const label = monthLabel(month);
    if (!label) return back("Please choose a month.");
    const none = `There are no invoices of ${label}.`;
    return orBack(args, paths.invoices(), undefined, async () =>
      zipResponse(args, portal, `invoices-${month}.zip`, ofMonth(portal, month), () => back(none)),
    );
  }
  if (numbers.length === 0) return back("Please tick at least one invoice.");
  if (numbers.length > MOST_SELECTED) return back(`Please tick at most ${MOST_SELECTED} invoices.`);
  return orBack(args, paths.invoices(), undefined, async () =>
    zipResponse(args, portal, "invoices.zip", selected(portal, numbers), () =>
      back("Please tick at least one invoice."),
    ),
  );
}

/** Answers once the first invoice is there, so that an earlier failure still gets its page. */
async function zipResponse(
  { context }: LoaderFunctionArgs,
  portal: Portal,
  name: string,
  wanted: AsyncGenerator<WantedInvoice>,
  none: () => Response,
): Promise<Response> {
  const first = await wanted.next();
  if (first.done) return none();
  const all = (async function* () {
    yield first.value;
    yield* wanted;
  })();
  return new Response(zipOfInvoices(all, filesOf(context, portal)), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": attachment(name),
      "Cache-Control": "no-store, no-transform",
    },
  });
}

async function* ofMonth(portal: Portal, month: string): AsyncGenerator<WantedInvoice> {
  for await (const found of invoicesOfMonth(portal, month)) yield { number: found.invoiceNumber, found };
}

async function* selected({ api }: Portal, numbers: readonly string[]): AsyncGenerator<WantedInvoice> {
  for (const number of numbers) {
    const query = { invoiceNumber: number };
    const found = await api.call(getInvoice, { query }, { fresh: true }).catch((error: unknown) => {
      if (isPortalApiError(error) && error.kind === "notFound") return undefined;
      throw error;
    });
    yield { number, found };
  }
}
