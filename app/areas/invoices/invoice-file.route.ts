import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { pageNotFound } from "#app/errors/error-page.ts";
import { fileResponse } from "#app/files/file-response.server.ts";
import { paths } from "#app/paths.ts";
import { logDownloadClicked } from "#app/portal-api/event-log.ts";
import { downloadInvoiceFile } from "#app/portal-api/files.ts";
import { isInvoiceNumber } from "#app/portal-api/invoice-number.ts";
import { backWithMessage, orBack } from "#app/request/or-back.ts";
import { filesOf } from "#app/request/portal.ts";
import { requireRole } from "#app/request/require.ts";
import { filesOfInvoice, findInvoice } from "./invoice-files.server.ts";

/** A file of an invoice. Its name must be one that this invoice can have. */
export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "Orders");
  const { number, name = "" } = args.params;
  if (!isInvoiceNumber(number)) throw pageNotFound();
  const page = paths.invoice(number);
  const { failure } = downloadInvoiceFile;
  return orBack(args, page, failure, async () => {
    const invoice = await findInvoice(portal, number);
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
