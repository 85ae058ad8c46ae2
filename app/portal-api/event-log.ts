import { z } from "zod";
import { operation } from "./operation.ts";
import { ignored } from "./shapes.ts";

/** Logs that a page was seen; the analytics ids are empty without consent. */
export const logPageView = operation({
  method: "POST",
  path: "EventLog/LogPageView",
  body: z.object({
    pageUrl: z.string(),
    routingSessionId: z.string(),
    appInsightsSessionId: z.string(),
    gaClientId: z.string(),
    gId: z.string(),
    userAgent: z.string(),
  }),
  answer: ignored,
  failure: "There was an error logging event.",
});

/** Logs a download and the page that it was on. */
export const logDownloadClicked = operation({
  method: "POST",
  path: "EventLog/LogDownloadClicked",
  body: z.object({ fileName: z.string(), pageUrl: z.string() }),
  answer: ignored,
  failure: "There was an error logging event.",
});
