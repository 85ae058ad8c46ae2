import { z } from "zod";
import { operation } from "./operation.ts";
import { ignored } from "./shapes.ts";

/** One page seen (spec 1 §7); the analytics ids are empty unless the person accepted analytics. */
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

/** The body is not shown in the spec (1 §7): what was downloaded and from which page. */
export const logDownloadClicked = operation({
  method: "POST",
  path: "EventLog/LogDownloadClicked",
  body: z.object({ fileName: z.string(), pageUrl: z.string() }),
  answer: ignored,
  failure: "There was an error logging event.",
});
