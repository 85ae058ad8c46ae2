import { rateLimit } from "./config-variable.ts";

/** Rate limits, by address, session or person. */
export const rateLimitVariables = {
  rateLimitSignIns: rateLimit(
    "RATE_LIMIT_SIGN_INS",
    "600",
    "Steps of a sign-in that an address may take a minute.",
  ),
  rateLimitAnonymousPosts: rateLimit(
    "RATE_LIMIT_ANONYMOUS_POSTS",
    "600",
    "Forms that an address may send a minute without being signed in.",
  ),
  rateLimitLookups: rateLimit(
    "RATE_LIMIT_LOOKUPS",
    "120",
    "Look-ups of addresses and availability of a session a minute.",
  ),
  rateLimitRequests: rateLimit(
    "RATE_LIMIT_REQUESTS",
    "120",
    "Bank checks, requests for a call and questions on quotes of a person a minute, over all sessions.",
  ),
  rateLimitSearches: rateLimit("RATE_LIMIT_SEARCHES", "300", "Searches of a session a minute."),
  rateLimitDownloads: rateLimit(
    "RATE_LIMIT_DOWNLOADS",
    "120",
    "Files, lists and calendars of a session a minute.",
  ),
  rateLimitPageViews: rateLimit(
    "RATE_LIMIT_PAGE_VIEWS",
    "120",
    "Page views of a session a minute that are logged at the portal API.",
  ),
  rateLimitLineTests: rateLimit(
    "RATE_LIMIT_LINE_TESTS",
    "30",
    "Line tests of a person an hour, over all sessions.",
  ),
} as const;
