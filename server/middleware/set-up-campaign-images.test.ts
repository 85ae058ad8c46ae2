import type { AddressInfo } from "node:net";
import express from "express";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { CampaignImage } from "#server/feeds/create-feeds.ts";
import { FeedUnavailable } from "#server/feeds/feeds.ts";
import { setUpCampaignImages } from "./set-up-campaign-images.ts";

let token: string | undefined;
let user: object | undefined;
let account: { clientId: string } | undefined;
let image: () => Promise<CampaignImage | undefined>;
let imageRequests: unknown[];
let server: ReturnType<express.Express["listen"]>;
let address: string;

beforeEach(async () => {
  token = "token";
  user = {};
  account = { clientId: "1001" };
  imageRequests = [];
  image = async () => ({ contentType: "image/svg+xml", bytes: Buffer.from("<svg/>") });
  const services = {
    identity: { freshToken: async () => token },
    feeds: { campaignImage: (...args: unknown[]) => (imageRequests.push(args), image()) },
  };
  const app = express();
  app.use((_req, res, next) => {
    res.locals.log = { warn: () => undefined } as never;
    next();
  });
  app.get(
    "/campaign-images/:name",
    setUpCampaignImages(services as never, {
      sessionOf: () => ({ user, account }) as never,
    }),
  );
  server = app.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/campaign-images/fibre`;
});

afterEach(() => new Promise((resolve) => server.close(resolve)));

it("sends a signed-in person the image, with a policy against its scripts", async () => {
  const response = await fetch(address);
  expect([response.status, await response.text()]).toEqual([200, "<svg/>"]);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/svg+xml",
    "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    "x-content-type-options": "nosniff",
    "cache-control": "private, max-age=3600",
  });
  expect(imageRequests).toEqual([["fibre", "token", "1001"]]);
});

it("answers 401 without a user or a token", async () => {
  user = undefined;
  expect((await fetch(address)).status).toBe(401);
  user = {};
  token = undefined;
  expect((await fetch(address)).status).toBe(401);
  expect(imageRequests).toEqual([]);
});

it("answers 404 if no campaign has this name", async () => {
  image = async () => undefined;
  const response = await fetch(address);
  expect([response.status, response.headers.get("cache-control")]).toEqual([404, "no-store"]);
});

it("answers 404 if no account is chosen", async () => {
  account = undefined;
  expect((await fetch(address)).status).toBe(404);
  expect(imageRequests).toEqual([]);
});

it("answers 502 if the feed's host sends no image", async () => {
  image = async () => {
    throw new FeedUnavailable("responded with status 500");
  };
  expect((await fetch(address)).status).toBe(502);
});
