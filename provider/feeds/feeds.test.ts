import { XMLParser } from "fast-xml-parser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoSecrets } from "#provider/demo-secrets.ts";
import { startTestProvider, tokenOf, type TestProvider } from "#provider/test-provider.ts";

const parser = new XMLParser({ htmlEntities: true, parseTagValue: false });

interface Feed<Item> {
  rss: { channel: { item: Item[] } };
}

describe("feeds", () => {
  let provider: TestProvider;
  const now = new Date("2026-05-06T09:00:00Z");
  beforeAll(async () => {
    provider = await startTestProvider({ now: () => now });
  });
  afterAll(() => provider.close());

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${provider.url}/feeds/${path}`, { headers });
  const bearer = { authorization: `Bearer ${tokenOf("Anna")}` };

  test("the blog feed has six posts, newest first, whose links open pages", async () => {
    const feed = parser.parse(await (await get("blog.xml")).text()) as Feed<Record<string, string>>;
    const items = feed.rss.channel.item;
    expect(items).toHaveLength(6);
    const dates = items.map(({ pubDate }) => Date.parse(pubDate!));
    expect(dates).toEqual([...dates].sort((a, b) => b - a));
    expect(items.every(({ category }) => /^\d+$/.test(category!))).toBe(true);
    expect(items[1]?.title).toBe("What’s next in full fibre – and when it reaches you");
    for (const { link } of items) expect((await fetch(link!)).status).toBe(200);
  });

  test("campaigns need a bearer token, and their images the subscription key", async () => {
    expect((await get("campaigns.xml")).status).toBe(401);
    const feed = parser.parse(await (await get("campaigns.xml", bearer)).text()) as Feed<
      Record<string, string>
    >;
    const items = feed.rss.channel.item;
    expect(items).toHaveLength(4);
    for (const { mediaUrl, link, imageAltText } of items) {
      expect(imageAltText).not.toBe("");
      expect((await fetch(link!)).status).toBe(200);
      expect((await fetch(mediaUrl!)).status).toBe(401);
      const image = await fetch(mediaUrl!, {
        headers: { "Ocp-Apim-Subscription-Key": demoSecrets.portalApiKey },
      });
      expect(image.headers.get("content-type")).toMatch(/^image\/svg\+xml/);
      expect(await image.text()).toMatch(/^<svg xmlns/);
    }
  });

  test("an unknown image is a 404", async () => {
    const headers = { "Ocp-Apim-Subscription-Key": demoSecrets.portalApiKey };
    expect((await get("images/..%2F..%2Fconfig.ts", headers)).status).toBe(404);
  });
});
