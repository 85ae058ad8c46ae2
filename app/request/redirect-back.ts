import { redirect } from "@remix-run/node";
import { errorLogFields } from "#app/errors/error-page.ts";
import { isPortalApiError, type PortalApiError } from "#shared/portal-api/errors.ts";
import type { RouteArgs } from "./portal.ts";
import { safePath } from "./saved-url.ts";

/** The download or, if it fails, a redirect back with `message`'s text. Throws `unauthorised` errors and those that aren't the API's. */
export async function redirectOnFailure(
  args: RouteArgs,
  fallback: string,
  download: () => Promise<Response>,
  message = ({ message }: PortalApiError) => message,
): Promise<Response> {
  try {
    return await download();
  } catch (error) {
    if (!isPortalApiError(error) || error.kind === "unauthorised") throw error;
    args.context.log.warn(errorLogFields(error), "download failed");
    return redirectBackWithMessage(args, fallback, message(error));
  }
}

/** Redirects (303) to the page on this site that the request came from, or to `fallback`, with an error message. */
export function redirectBackWithMessage({ request, context }: RouteArgs, fallback: string, text: string) {
  context.session.flash({ tone: "error", text });
  return redirect(referringPage(request, context.config.publicUrl) ?? fallback, 303);
}

function referringPage(request: Request, publicUrl: string): string | undefined {
  const referer = request.headers.get("referer") ?? "";
  const url = URL.canParse(referer) ? new URL(referer) : undefined;
  if (url?.origin !== new URL(publicUrl).origin) return undefined;
  // A download that was opened by its own address would redirect to itself.
  if (url.pathname === new URL(request.url).pathname) return undefined;
  return safePath(url.pathname + url.search);
}
