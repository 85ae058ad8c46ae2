import { answerBytes, MB } from "#shared/limits.ts";
import { baseUrl, headerText, integer, required, secret, variable } from "./config-variable.ts";

/** Settings for the portal API. */
export const portalApiVariables = {
  portalApiUrl: variable(
    "PORTAL_API_URL",
    baseUrl,
    "The portal API's base address. Required in production. In development and with `DEMO=1`, the embedded provider is started instead.",
    required,
  ),
  portalApiKey: variable("PORTAL_API_KEY", headerText, "Subscription key sent with every call.", secret),
  apiTimeoutSeconds: variable(
    "API_TIMEOUT_SECONDS",
    integer(1, 300),
    "Time limit for a portal API call, and for each chunk of a file.",
    { defaultValue: "30" },
  ),
  apiAnswerMb: variable(
    "API_ANSWER_MB",
    integer(1, 64),
    "Maximum size of a response to a portal API call, in MB. A larger one is cut off, and the page gets a 502.",
    { defaultValue: String(answerBytes.one / MB) },
  ),
  apiListMb: variable("API_LIST_MB", integer(1, 64), "The same for a call that returns a list.", {
    defaultValue: String(answerBytes.list / MB),
  }),
} as const;
