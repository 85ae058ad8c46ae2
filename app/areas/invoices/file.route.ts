import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { paths } from "../../paths.ts";
import { isPortalApiError } from "../../portal-api/errors.ts";
import { logDownloadClicked } from "../../portal-api/event-log.ts";
import { downloadInvoiceFile } from "../../portal-api/files.ts";
import { getInvoice } from "../../portal-api/invoices.ts";
import { pageNotFound } from "../../request/error-page.ts";
import { fileResponse } from "../../request/file-response.server.ts";
import { filesOf } from "../../request/files.ts";
import { requireRole } from "../../request/require.ts";
import { backWithMessage, orBack } from "./back-with-message.ts";
import { filesOfInvoice } from "./invoice-files.ts";
import { isInvoiceNumber } from "../../portal-api/invoice-number.ts";

/** A file of an invoice (spec 2 §7). Whose invoice it is the API decides; the name must be one of its own. */
export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "Orders");
  const { number, name = "" } = args.params;
  if (!isInvoiceNumber(number)) throw pageNotFound();
  const page = paths.invoice(number);
  const { failure } = downloadInvoiceFile;
  return orBack(args, page, failure, async () => {
    const invoice = await portal.api.call(getInvoice, { query: { invoiceNumber: number } }).catch(notYours);
    // The invoice's page then says that there is none.
    if (!invoice) return redirect(page, 303);
    const file = filesOfInvoice(invoice).find((one) => one.name === name);
    if (!file) return backWithMessage(args, page, failure);
    const { api } = portal;
    args.context.afterResponse(async () => {
      await api.call(logDownloadClicked, { body: { fileName: name, pageUrl: page } });
    });
    const opened = await filesOf(args.context, portal).open(downloadInvoiceFile, file.params);
    return fileResponse(opened, file, downloadInvoiceFile);
  });
}

function notYours(error: unknown): undefined {
  if (isPortalApiError(error) && error.kind === "notFound") return undefined;
  throw error;
}
