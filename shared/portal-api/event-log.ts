import { z } from "zod";
import { operation } from "./operation.ts";
import { ignored } from "./shapes.ts";

/** The analytics ids are empty without consent to cookies. */
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

export const logDownloadClicked = operation({
  method: "POST",
  path: "EventLog/LogDownloadClicked",
  body: z.object({ fileName: z.string(), pageUrl: z.string() }),
  answer: ignored,
  failure: "There was an error logging event.",
});
