import express, { type RequestHandler, type Router } from "express";
import { requireKey } from "#provider/portal-api/api.ts";
import { bearerOf, type Identify } from "#provider/portal-api/caller.ts";
import { notFound } from "#provider/portal-api/refusal.ts";
import { blogFeed } from "./blog.ts";
import { campaignFeed, campaignImage, campaigns } from "./campaigns.ts";
import { statusFeed, type DemoIncident } from "./status.ts";

interface FeedOptions {
  readonly url: string;
  readonly apiKey: string;
  readonly now: () => Date;
  readonly identify: Identify;
  readonly incidents: readonly DemoIncident[];
}

/** `/feeds/*`: the blog and status are public; campaigns need a bearer token, their images the subscription key. */
export function feedRoutes(options: FeedOptions): Router {
  const { url, now } = options;
  const router = express.Router();
  router.get("/blog.xml", (_request, response) => {
    response.type("application/rss+xml").send(blogFeed(url, now()));
  });
  router.get("/status.json", (_request, response) => {
    response.json(statusFeed(url, now(), options.incidents));
  });
  router.get("/campaigns.xml", requireBearer(options), (_request, response) => {
    response.type("application/xml").send(campaignFeed(url));
  });
  router.get("/images/:name", requireKey(options.apiKey), (request, response, next) => {
    const campaign = campaigns.find(({ slug }) => `${slug}.svg` === request.params.name);
    if (!campaign) return next(notFound());
    // If a browser opens the image as a page, nothing in it may run.
    response.set("Content-Security-Policy", "default-src 'none'; sandbox");
    response
      .set("Cache-Control", "private, max-age=3600")
      .type("image/svg+xml")
      .send(campaignImage(campaign));
  });
  return router;
}

function requireBearer({ identify }: FeedOptions): RequestHandler {
  return (request, _response, next) => {
    identify(bearerOf(request.get("authorization"))).then(() => next(), next);
  };
}
