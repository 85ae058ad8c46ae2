import { cookieChoiceOf } from "#app/document/preferences.ts";
import { errorLogFields } from "#app/errors/error-page.ts";
import type { RouteArgs, SignedIn } from "#app/request/portal.ts";
import { logPageView } from "#shared/portal-api/event-log.ts";

const MAX_USER_AGENT_LENGTH = 300;

/** Logs the page view with the API after the response is sent. Analytics ids are included only with cookie consent. */
export function logThisPageView({ request, context }: RouteArgs, { api, session }: SignedIn): void {
  const { cookies, log, services } = context;
  const consented = cookieChoiceOf(context) === "accepted";
  const analyticsCookie = (name: string) => (consented ? (cookies[name] ?? "") : "");
  const { pathname } = new URL(request.url);
  const body = {
    pageUrl: pathname,
    routingSessionId: session.handle,
    appInsightsSessionId: analyticsCookie("ai_session"),
    gaClientId: analyticsCookie("_ga"),
    gId: analyticsCookie("_gid"),
    userAgent: (request.headers.get("user-agent") ?? "").slice(0, MAX_USER_AGENT_LENGTH),
  };
  context.afterResponse("page view", async () => {
    try {
      if ((await services.limits.secondsToWait("page-views", session.handle)) !== undefined) return;
      await api.call(logPageView, { body });
    } catch (error) {
      log.warn(errorLogFields(error), "There was an error logging event.");
    }
  });
}
