import type { LoaderFunctionArgs } from "@remix-run/node";
import { errorLogFields } from "#app/errors/error-page.ts";
import { fileResponse } from "#app/files/file-response.server.ts";
import { isPrefetchOrHead } from "#app/request/is-prefetch-or-head.ts";
import { filesOf } from "#app/request/portal.ts";
import { redirectBackWithMessage, redirectOnFailure } from "#app/request/redirect-back.ts";
import { requireRole } from "#app/request/require.ts";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { logLetterDownload } from "#shared/portal-api/direct-debits.ts";
import { isPortalApiError } from "#shared/portal-api/errors.ts";
import { downloadLetter } from "#shared/portal-api/files.ts";
import { trimmedText } from "#shared/portal-api/shapes.ts";
import { downloadedLetters, getDirectDebit } from "./direct-debit.server.ts";
import { savedEventState } from "./save-direct-debit.server.ts";

export const handle: PageFacts = { requiredParts: ["directDebits", "files"] };

export async function loader(args: LoaderFunctionArgs) {
  const { context } = args;
  const portal = await requireRole(args, "Orders");
  // A prefetch or a HEAD request doesn't count as a download. 425 Too Early: browsers discard a failed prefetch, and ask again when someone opens the letter.
  if (isPrefetchOrHead(args.request))
    return new Response(null, { status: 425, headers: { "Cache-Control": "no-store" } });
  return redirectOnFailure(args, paths.directDebits(), async () => {
    const { directDebitId, eventCorrelationId, ...directDebit } = await getDirectDebit(
      portal,
      args.params["id"] ?? "",
    );
    const sageAccountNumber = trimmedText(directDebit.sageAccountNumber);
    /** Logs the download with the API. If that fails, the download continues and the next page says so. */
    const logDownload = async (eventName: "Started" | "Completed", eventStatus: "OK" | "Failed") => {
      const event = savedEventState.read(portal, String(directDebitId)) ?? eventCorrelationId;
      const body = { directDebitId, eventCorrelationId: event, eventName, eventStatus };
      try {
        await portal.api.call(logLetterDownload, { body });
      } catch (error) {
        if (!isPortalApiError(error) || error.kind === "unauthorised") throw error;
        context.log.warn(errorLogFields(error), "letter download not logged");
        portal.session.flash({ tone: "warning", text: error.message });
      }
    };
    await logDownload("Started", "OK");
    try {
      const address = { clientId: portal.account.clientId, sageAccountNumber };
      const opened = await filesOf(context, portal).open(downloadLetter, address);
      const file = { name: `Direct-Debit-${sageAccountNumber}.pdf`, contentType: "application/pdf" };
      const response = await fileResponse(opened, file, downloadLetter);
      await logDownload("Completed", "OK");
      await downloadedLetters(portal).add([String(directDebitId)]);
      return response;
    } catch (error) {
      await logDownload("Completed", "Failed");
      const text = isPortalApiError(error) ? failureText(error.kind) : undefined;
      if (text === undefined) throw error;
      return redirectBackWithMessage(args, paths.directDebits(), text);
    }
  });
}

function failureText(kind: string): string | undefined {
  if (kind === "notFound") return "No letter available for this Direct Debit.";
  return kind === "malformed" ? "Could not download this Direct Debit letter" : undefined;
}
