import { cookieChoiceOf } from "#app/document/preferences.ts";
import { errorLogFields } from "#app/errors/error-page.ts";
import { isPortalApiError } from "#app/portal-api/errors.ts";
import { logPageView } from "#app/portal-api/event-log.ts";
import type { RouteArgs, SignedIn } from "#app/request/portal.ts";

/** Tells the API which page was seen, after the answer has left; analytics ids only where the person accepted them. */
export function logThisPageView({ request, context }: RouteArgs, { api, session }: SignedIn): void {
  const { cookies, log, services } = context;
  const consented = cookieChoiceOf(context) === "accepted";
  const analytics = (name: string) => (consented ? (cookies[name] ?? "") : "");
  const { pathname } = new URL(request.url);
  const body = {
    pageUrl: pathname,
    routingSessionId: session.handle,
    appInsightsSessionId: analytics("ai_session"),
    gaClientId: analytics("_ga"),
    gId: analytics("_gid"),
    userAgent: (request.headers.get("user-agent") ?? "").slice(0, 300),
  };
  context.afterResponse("page view", async () => {
    try {
      if ((await services.limits.secondsToWait("page-views", session.handle)) !== undefined) return;
      await api.call(logPageView, { body });
    } catch (error) {
      log.warn(
        isPortalApiError(error) ? errorLogFields(error) : { err: error },
        "There was an error logging event.",
      );
    }
  });
}
