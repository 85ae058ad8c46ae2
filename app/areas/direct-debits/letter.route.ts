import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PageFacts } from "#app/document/page-facts.ts";
import { fileResponse } from "#app/files/file-response.server.ts";
import { paths } from "#app/paths.ts";
import { getDirectDebitToEdit } from "#app/portal-api/direct-debits.ts";
import { isPortalApiError } from "#app/portal-api/errors.ts";
import { downloadLetter } from "#app/portal-api/files.ts";
import { filesOf } from "#app/request/portal.ts";
import { redirectBackWithMessage, redirectOnFailure } from "#app/request/redirect-back.ts";
import { requireRole } from "#app/request/require.ts";
import { textIn } from "./direct-debit-list.server.ts";
import { logLetter, noteFetched } from "./letters.server.ts";

export const handle: PageFacts = { parts: ["directDebits", "files"] };

export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "Orders");
  const { clientId } = portal.account;
  return redirectOnFailure(args, paths.directDebits(), async () => {
    const { id = "" } = args.params;
    const one = await portal.api.call(getDirectDebitToEdit, { params: { id } });
    const sageAccountNumber = textIn(one.sageAccountNumber);
    await logLetter(args, portal, one, ["Started", "OK"]);
    try {
      const opened = await filesOf(args.context, portal).open(downloadLetter, {
        clientId,
        sageAccountNumber,
      });
      const file = { name: `Direct-Debit-${sageAccountNumber}.pdf`, contentType: "application/pdf" };
      const response = await fileResponse(opened, file, downloadLetter);
      await logLetter(args, portal, one, ["Completed", "OK"]);
      await noteFetched(portal, one);
      return response;
    } catch (error) {
      await logLetter(args, portal, one, ["Completed", "Failed"]);
      const text = isPortalApiError(error) ? messageOf(error.kind) : undefined;
      if (text === undefined) throw error;
      return redirectBackWithMessage(args, paths.directDebits(), text);
    }
  });
}

function messageOf(kind: string): string | undefined {
  if (kind === "notFound") return "No letter available for this Direct Debit.";
  return kind === "malformed" ? "Could not download this Direct Debit letter" : undefined;
}
