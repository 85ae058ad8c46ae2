import { rateLimit } from "./config-variable.ts";

/** Rate limits, by address, session or person. */
export const rateLimitVariables = {
  rateLimitSignIns: rateLimit("RATE_LIMIT_SIGN_INS", "600", "Sign-in steps per minute from one IP address."),
  rateLimitAnonymousPosts: rateLimit(
    "RATE_LIMIT_ANONYMOUS_POSTS",
    "600",
    "Forms per minute from one IP address without a sign-in.",
  ),
  rateLimitLookups: rateLimit(
    "RATE_LIMIT_LOOKUPS",
    "120",
    "Address and availability look-ups per minute in one session.",
  ),
  rateLimitRequests: rateLimit(
    "RATE_LIMIT_REQUESTS",
    "120",
    "Bank checks, callback requests and questions about quotes per minute from one person, across all their sessions.",
  ),
  rateLimitSearches: rateLimit("RATE_LIMIT_SEARCHES", "300", "Searches per minute in one session."),
  rateLimitDownloads: rateLimit(
    "RATE_LIMIT_DOWNLOADS",
    "120",
    "Downloads of files, lists and calendars per minute in one session.",
  ),
  rateLimitPageViews: rateLimit(
    "RATE_LIMIT_PAGE_VIEWS",
    "120",
    "Page views per minute in one session that are reported to the portal API.",
  ),
  rateLimitLineTests: rateLimit(
    "RATE_LIMIT_LINE_TESTS",
    "30",
    "Line tests per hour by one person, across all their sessions.",
  ),
} as const;
