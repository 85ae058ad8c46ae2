import type { LoaderFunctionArgs } from "@remix-run/node";
import { filesOf, type Portal } from "#app/request/portal.ts";
import { redirectBackWithMessage, redirectOnFailure } from "#app/request/redirect-back.ts";
import { requireRole } from "#app/request/require.ts";
import type { PortalApiError } from "#shared/portal-api/errors.ts";
import { logDownloadClicked } from "#shared/portal-api/event-log.ts";
import type { RoleName } from "#shared/portal-api/role-names.ts";
import { fileResponse, type FileCall, type SentFile } from "./file-response.server.ts";
import { sizeText } from "./size-text.ts";

export interface FileView {
  readonly title: string;
  readonly detail: string;
  /** Undefined if a file with this name can't have a link. */
  readonly to: string | undefined;
}

type Params = Readonly<Record<string, string | undefined>>;

export interface FileSource {
  readonly role: RoleName;
  readonly open: FileCall;
  readonly page: (params: Params) => string;
  /** The message if the file doesn't exist. */
  readonly missing?: (file: SentFile) => string;
  /** Undefined if there's no such file. Throws Page Not Found for another account's id. */
  readonly find: (
    portal: Portal,
    params: Params,
  ) => Promise<(SentFile & { readonly params: Readonly<Record<string, string>> }) | undefined>;
}

/** A loader that streams a file or, if a call fails, redirects back to its page with the call's message. */
export function fileLoader({ role, open, page, find, missing }: FileSource) {
  return async (args: LoaderFunctionArgs): Promise<Response> => {
    const portal = await requireRole(args, role);
    const { context, request } = args;
    // The router decodes a name such as 'a%2Fb.pdf' twice.
    const name = decodeURIComponent(new URL(request.url).pathname.split("/").at(-1) ?? "");
    const params = { ...args.params, name };
    const pageUrl = page(params);
    let wanted: SentFile | undefined;
    const download = async () => {
      const file = await find(portal, params);
      if (!file) return redirectBackWithMessage(args, pageUrl, open.failure);
      context.afterResponse("download event", () =>
        portal.api.call(logDownloadClicked, { body: { fileName: file.name, pageUrl } }),
      );
      wanted = file;
      const opened = await filesOf(context, portal).open(open, file.params);
      return fileResponse(opened, file, open);
    };
    const message = ({ kind }: PortalApiError) =>
      (kind === "notFound" && wanted && missing?.(wanted)) || open.failure;
    return redirectOnFailure(args, pageUrl, download, message);
  };
}

export function fileDetail(format: string, bytes: number | undefined): string {
  return [format, bytes !== undefined && sizeText(bytes)].filter(Boolean).join(", ");
}
