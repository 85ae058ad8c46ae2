import { redirect } from "@remix-run/node";
import { describe } from "#app/errors/error-page.ts";
import { isPortalApiError } from "#app/portal-api/errors.ts";
import type { RouteArgs } from "./portal.ts";
import { safePath } from "./saved-url.ts";

/** A download, or 303 back with the error: `message`, or else the call's own. Throws what ends the session. */
export async function redirectOnFailure(
  args: RouteArgs,
  fallback: string,
  download: () => Promise<Response>,
  message?: string,
): Promise<Response> {
  try {
    return await download();
  } catch (error) {
    if (!isPortalApiError(error) || error.kind === "unauthorised") throw error;
    args.context.log.warn(describe(error), "download failed");
    return redirectBackWithMessage(args, fallback, message ?? error.message);
  }
}

/** 303 to the page of this site that the request came from, else to `fallback`, with an error message. */
export function redirectBackWithMessage(
  { request, context }: RouteArgs,
  fallback: string,
  text: string,
): Response {
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
