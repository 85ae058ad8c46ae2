import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createFeeds, type Feeds } from "./create-feeds.ts";
import { FeedUnavailable } from "./feeds.ts";

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

let handlers: Record<string, Handler>;
let requests: { path: string; headers: IncomingMessage["headers"] }[];
const server = createServer((req, res) => {
  requests.push({ path: req.url ?? "", headers: req.headers });
  const handle = handlers[req.url ?? ""];
  if (handle) handle(req, res);
  else res.writeHead(404).end();
});
let feeds: Feeds;

beforeEach(async () => {
  handlers = {};
  requests = [];
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  feeds = createFeeds({
    blogFeedUrl: `${base}/blog.xml`,
    campaignFeedUrl: `${base}/campaigns.xml`,
    portalApiKey: "the-key",
    now: () => new Date(0),
    log: { warn: () => undefined },
  });
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const answer =
  (body: string, type = "application/xml"): Handler =>
  (_req, res) =>
    void res.writeHead(200, { "content-type": type }).end(body);

const campaigns = `<campaigns><item><title>Fibre</title><mediaUrl>/images/fibre.svg</mediaUrl>
  <link>https://shop.example/</link><imageAltText>A cable</imageAltText></item></campaigns>`;

async function campaignName(): Promise<string> {
  const [campaign] = await feeds.campaigns("token", "1001");
  return campaign?.imagePath.replace("/campaign-images/", "") ?? "";
}

it("sends the key and the token to the campaign feed, and hides the image's address", async () => {
  handlers = { "/campaigns.xml": answer(campaigns) };
  const [campaign] = await feeds.campaigns("token", "1001");
  expect(campaign).toMatchObject({ title: "Fibre", link: "https://shop.example/", imageAltText: "A cable" });
  expect(campaign?.imagePath).toMatch(/^\/campaign-images\/[\w-]{16}$/);
  expect(requests[0]?.headers).toMatchObject({
    "ocp-apim-subscription-key": "the-key",
    authorization: "Bearer token",
  });
});

it("loads and caches the campaigns of each account separately, with a token of one of its users", async () => {
  handlers = {
    "/campaigns.xml": (req, res) => {
      const authorization = String(req.headers.authorization);
      res
        .writeHead(200, { "content-type": "application/xml" })
        .end(campaigns.replace("Fibre", authorization));
    },
  };
  const titles = async (token: string, clientId: string) =>
    (await feeds.campaigns(token, clientId)).map(({ title }) => title);
  expect(await titles("anna", "1001")).toEqual(["Bearer anna"]);
  expect(await titles("carla", "1003")).toEqual(["Bearer carla"]);
  expect(await titles("ben", "1001")).toEqual(["Bearer anna"]);
});

it("doesn't send the key or a token to the blog", async () => {
  handlers = { "/blog.xml": answer("<rss><channel></channel></rss>") };
  expect(await feeds.latestPosts()).toEqual([]);
  expect(requests[0]?.headers).not.toHaveProperty("authorization");
  expect(requests[0]?.headers).not.toHaveProperty("ocp-apim-subscription-key");
});

it("refuses a feed of more than 1 MB", async () => {
  const long = `<rss><channel><item><title>${"a".repeat(1024 * 1024)}</title></item></channel></rss>`;
  handlers = { "/blog.xml": answer(long) };
  await expect(feeds.latestPosts()).rejects.toThrow(FeedUnavailable);
});

it("follows no redirect", async () => {
  handlers = {
    "/blog.xml": (_req, res) => void res.writeHead(302, { location: "/elsewhere.xml" }).end(),
    "/elsewhere.xml": answer("<rss><channel></channel></rss>"),
  };
  await expect(feeds.latestPosts()).rejects.toThrow("responded with status 302");
  expect(requests.map(({ path }) => path)).toEqual(["/blog.xml"]);
});

it("loads the image of a campaign", async () => {
  handlers = {
    "/campaigns.xml": answer(campaigns),
    "/images/fibre.svg": answer("<svg/>", "image/svg+xml; a=b"),
  };
  const image = await feeds.campaignImage(await campaignName(), "other-token", "1001");
  expect(image?.contentType).toBe("image/svg+xml");
  expect(String(image?.bytes)).toBe("<svg/>");
  expect(requests.at(-1)?.headers.authorization).toBe("Bearer other-token");
});

it("loads an image once for all requests", async () => {
  handlers = {
    "/campaigns.xml": answer(campaigns),
    "/images/fibre.svg": answer("<svg/>", "image/svg+xml"),
  };
  const name = await campaignName();
  await Promise.all(Array.from({ length: 64 }, () => feeds.campaignImage(name, "token", "1001")));
  expect(requests.filter(({ path }) => path.startsWith("/images")).length).toBe(1);
});

it("caches the most recently used images up to the limit in bytes", async () => {
  const image = Buffer.alloc(4.5 * 1024 * 1024);
  const numbers = Array.from({ length: 8 }, (_, number) => number);
  const item = (number: number) =>
    `<item><title>T</title><mediaUrl>/images/${number}.png</mediaUrl><link>https://shop.example/</link></item>`;
  handlers = { "/campaigns.xml": answer(`<campaigns>${numbers.map(item).join("")}</campaigns>`) };
  for (const number of numbers)
    handlers[`/images/${number}.png`] = (_req, res) =>
      void res.writeHead(200, { "content-type": "image/png" }).end(image);
  const names = (await feeds.campaigns("token", "1001")).map(({ imagePath }) => imagePath.split("/").at(-1)!);
  const loadImage = (number: number) => feeds.campaignImage(names[number]!, "token", "1001");
  for (const number of numbers) await loadImage(number);
  requests = [];
  for (const number of [7, 6, 5, 4, 3, 2, 1]) await loadImage(number);
  expect(requests).toEqual([]);
  expect((await loadImage(0))?.bytes.length).toBe(image.length);
  expect(requests.map(({ path }) => path)).toEqual(["/images/0.png"]);
});

it.each(["unknown", "", "../campaigns.xml", "__proto__"])("has no image named %j", async (name) => {
  handlers = { "/campaigns.xml": answer(campaigns) };
  expect(await feeds.campaignImage(name, "token", "1001")).toBeUndefined();
  expect(requests.map(({ path }) => path)).toEqual(["/campaigns.xml"]);
});

it.each(["text/html", "image/gif", "application/javascript", ""])(
  "refuses an image of type %j",
  async (type) => {
    handlers = { "/campaigns.xml": answer(campaigns), "/images/fibre.svg": answer("<script>", type) };
    await expect(feeds.campaignImage(await campaignName(), "token", "1001")).rejects.toThrow(FeedUnavailable);
  },
);

it("has no items if no feed is configured", async () => {
  const emptyFeeds = createFeeds({
    portalApiKey: "k",
    now: () => new Date(0),
    log: { warn: () => undefined },
  });
  expect([await emptyFeeds.latestPosts(), await emptyFeeds.campaigns("token", "1001")]).toEqual([[], []]);
  expect(requests).toEqual([]);
});
