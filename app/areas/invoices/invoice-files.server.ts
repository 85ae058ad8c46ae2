import { redirect } from "@remix-run/node";
import { describe } from "#app/errors/error-page.ts";
import { paths } from "#app/paths.ts";
import { isPortalApiError } from "#app/portal-api/errors.ts";
import {
  checkInvoiceFile,
  invoiceFileKinds,
  invoiceFileParamsOf,
  type InvoiceFileKind,
} from "#app/portal-api/files.ts";
import type { InvoiceSummary } from "#app/portal-api/invoices.ts";
import { filesOf, type Portal, type RouteArgs } from "#app/request/portal.ts";
import { safePath } from "#app/request/saved-url.ts";

type Filed = Pick<InvoiceSummary, "invoiceNumber" | "accountNumber" | "dateIssued">;
export type InvoiceFile = ReturnType<typeof filesOfInvoice>[number];
export type FileView = Awaited<ReturnType<typeof existingFiles>>[number];

/** The files that an invoice may have; none where its fields can't name a path. Which exist the service knows. */
export function filesOfInvoice(invoice: Filed) {
  return (Object.keys(invoiceFileKinds) as InvoiceFileKind[]).flatMap((kind) => {
    const params = invoiceFileParamsOf(invoice, kind);
    const { prefix, extension, contentType } = invoiceFileKinds[kind];
    return params
      ? [
          {
            name: params.fileName,
            title: prefix as string,
            format: extension.toUpperCase(),
            contentType,
            params,
          },
        ]
      : [];
  });
}

/** The invoice's files that exist, asked for together. Throws PortalApiError. */
export async function existingFiles({ context }: RouteArgs, portal: Portal, invoice: Filed) {
  const client = filesOf(context, portal);
  const checked = await Promise.all(
    filesOfInvoice(invoice).map(async ({ name, title, format, params }) => {
      const found = await client.check(checkInvoiceFile, params);
      const to = paths.invoiceFile(invoice.invoiceNumber, name);
      return found && { name, title, to, detail: [format, sizeText(found.size)].filter(Boolean).join(", ") };
    }),
  );
  return checked.filter((file) => file !== false);
}

/** 84213 → '82 KB' */
function sizeText(bytes: number | undefined): string {
  if (bytes === undefined) return "";
  if (bytes < 1_024) return `${bytes} bytes`;
  return bytes < 1_048_576 ? `${Math.round(bytes / 1_024)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;
}

/** A download, or 303 back with the error: `message`, or else the call's own. Throws what ends the session. */
export async function orBack(
  args: RouteArgs,
  fallback: string,
  message: string | undefined,
  download: () => Promise<Response>,
): Promise<Response> {
  try {
    return await download();
  } catch (error) {
    if (!isPortalApiError(error) || error.kind === "unauthorised") throw error;
    args.context.log.warn(describe(error), "download failed");
    return backWithMessage(args, fallback, message ?? error.message);
  }
}

/** 303 to the page of this site that the request came from, else to `fallback`, with an error message. */
export function backWithMessage({ request, context }: RouteArgs, fallback: string, text: string): Response {
  context.session.flash({ tone: "error", text });
  return redirect(cameFrom(request, context.config.publicUrl) ?? fallback, 303);
}

function cameFrom(request: Request, publicUrl: string): string | undefined {
  const referer = request.headers.get("referer") ?? "";
  const url = URL.canParse(referer) ? new URL(referer) : undefined;
  if (url?.origin !== new URL(publicUrl).origin) return undefined;
  // A download that was opened by its address would lead back to itself.
  if (url.pathname === new URL(request.url).pathname) return undefined;
  return safePath(url.pathname + url.search);
}
