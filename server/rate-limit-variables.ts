import { integer, variable } from "./config-variable.ts";

const limit = integer(1, 1_000_000);

/** Rate limits, by address, session or person. */
export const rateLimitVariables = {
  rateLimitSignIns: variable("RATE_LIMIT_SIGN_INS", limit, {
    about: "Sign-in steps per minute from one IP address.",
    defaultValue: "600",
  }),
  rateLimitAnonymousPosts: variable("RATE_LIMIT_ANONYMOUS_POSTS", limit, {
    about: "Forms per minute from one IP address without a sign-in.",
    defaultValue: "600",
  }),
  rateLimitLookups: variable("RATE_LIMIT_LOOKUPS", limit, {
    about: "Address and availability look-ups per minute in one session.",
    defaultValue: "120",
  }),
  rateLimitRequests: variable("RATE_LIMIT_REQUESTS", limit, {
    about:
      "Bank checks, callback requests and questions about quotes per minute from one person, across all their sessions.",
    defaultValue: "120",
  }),
  rateLimitSearches: variable("RATE_LIMIT_SEARCHES", limit, {
    about: "Searches per minute in one session.",
    defaultValue: "300",
  }),
  rateLimitDownloads: variable("RATE_LIMIT_DOWNLOADS", limit, {
    about: "Downloads of files, lists and calendars per minute in one session.",
    defaultValue: "120",
  }),
  rateLimitPageViews: variable("RATE_LIMIT_PAGE_VIEWS", limit, {
    about: "Page views per minute in one session that are reported to the portal API.",
    defaultValue: "120",
  }),
  rateLimitLineTests: variable("RATE_LIMIT_LINE_TESTS", limit, {
    about: "Line tests per hour by one person, across all their sessions.",
    defaultValue: "30",
  }),
} as const;
