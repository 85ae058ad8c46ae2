import type { RequestHandler, Response } from "express";
import { FeedUnavailable } from "#server/feeds/feeds.ts";
import type { Services } from "#server/services.ts";
import type { SessionService } from "#server/session/sessions.ts";
import { timeouts } from "#shared/limits.ts";

/** An SVG may contain scripts. This stops them running if someone opens the image itself. */
const IMAGE_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'";

/** Serves images for the account's own campaigns. Their host requires a key and a token, which browsers never get. */
export function setUpCampaignImages(
  services: Pick<Services, "feeds" | "identity">,
  sessions: Pick<SessionService, "sessionOf">,
): RequestHandler {
  return async (req, res, next) => {
    try {
      const session = sessions.sessionOf(req);
      const token = session.user && (await services.identity.freshToken(session));
      if (token === undefined) return refuse(res, 401);
      const clientId = session.account?.clientId;
      const image =
        clientId && (await services.feeds.campaignImage(req.params["name"] ?? "", token, clientId));
      if (!image) return refuse(res, 404);
      res.setHeader("Content-Type", image.contentType);
      res.setHeader("Content-Security-Policy", IMAGE_POLICY);
      res.setHeader("X-Content-Type-Options", "nosniff");
      res.setHeader("Cache-Control", "private, max-age=3600");
      // A browser that stops reading mustn't keep the connection open.
      res.setTimeout(timeouts.stalledMs, () => res.destroy());
      res.end(image.bytes);
    } catch (error) {
      if (!(error instanceof FeedUnavailable)) return next(error);
      res.locals.log.warn({ reason: error.message }, "campaign image unavailable");
      refuse(res, 502);
    }
  };
}

function refuse(res: Response, status: number): void {
  res.setHeader("Cache-Control", "no-store");
  res.status(status).type("text/plain").send("There's no such image.");
}
