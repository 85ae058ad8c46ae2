import { perMinute } from "./config-variable.ts";

/** Rate limits per minute, by address, session or person. */
export const rateLimitVariables = {
  rateLimitSignIns: perMinute(
    "RATE_LIMIT_SIGN_INS",
    "600",
    "Steps of a sign-in that an address may take a minute.",
  ),
  rateLimitAnonymousPosts: perMinute(
    "RATE_LIMIT_ANONYMOUS_POSTS",
    "600",
    "Forms that an address may send a minute without being signed in.",
  ),
  rateLimitLookups: perMinute(
    "RATE_LIMIT_LOOKUPS",
    "120",
    "Look-ups of addresses and availability of a session a minute.",
  ),
  rateLimitRequests: perMinute(
    "RATE_LIMIT_REQUESTS",
    "120",
    "Bank checks, requests for a call and questions on quotes of a person a minute, over all sessions.",
  ),
  rateLimitSearches: perMinute("RATE_LIMIT_SEARCHES", "300", "Searches of a session a minute."),
  rateLimitDownloads: perMinute(
    "RATE_LIMIT_DOWNLOADS",
    "120",
    "Files, lists and calendars of a session a minute.",
  ),
  rateLimitPageViews: perMinute(
    "RATE_LIMIT_PAGE_VIEWS",
    "120",
    "Page views of a session a minute that are logged at the portal API.",
  ),
} as const;
