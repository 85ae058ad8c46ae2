import type { AddressInfo } from "node:net";
import express from "express";
import { afterEach, beforeEach, expect, it } from "vitest";
import { FeedUnavailable, type CampaignImage } from "#server/feeds/feeds.ts";
import { setUpCampaignImages } from "./set-up-campaign-images.ts";

let token: string | undefined;
let user: object | undefined;
let account: { clientId: string } | undefined;
let image: () => Promise<CampaignImage | undefined>;
let asked: unknown[];
let server: ReturnType<express.Express["listen"]>;
let address: string;

beforeEach(async () => {
  token = "token";
  user = {};
  account = { clientId: "1001" };
  asked = [];
  image = async () => ({ contentType: "image/svg+xml", bytes: Buffer.from("<svg/>") });
  const services = {
    identity: { freshToken: async () => token },
    feeds: { campaignImage: (...args: unknown[]) => (asked.push(args), image()) },
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

it("gives a signed-in person the image, which can run nothing", async () => {
  const response = await fetch(address);
  expect([response.status, await response.text()]).toEqual([200, "<svg/>"]);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/svg+xml",
    "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    "x-content-type-options": "nosniff",
    "cache-control": "private, max-age=3600",
  });
  expect(asked).toEqual([["fibre", "token", "1001"]]);
});

it("gives nobody else anything", async () => {
  user = undefined;
  expect((await fetch(address)).status).toBe(401);
  user = {};
  token = undefined;
  expect((await fetch(address)).status).toBe(401);
  expect(asked).toEqual([]);
});

it("answers 404 for a name of no campaign", async () => {
  image = async () => undefined;
  const response = await fetch(address);
  expect([response.status, response.headers.get("cache-control")]).toEqual([404, "no-store"]);
});

it("answers 404 where no account is chosen: campaigns are an account's", async () => {
  account = undefined;
  expect((await fetch(address)).status).toBe(404);
  expect(asked).toEqual([]);
});

it("answers 502 when the host gives no image", async () => {
  image = async () => {
    throw new FeedUnavailable("answered with status 500");
  };
  expect((await fetch(address)).status).toBe(502);
});
