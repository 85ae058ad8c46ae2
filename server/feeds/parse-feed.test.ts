import { describe, expect, it } from "vitest";
import { FeedUnavailable } from "./feeds.ts";
import { parseBlog, parseCampaigns } from "./parse-feed.ts";

const rss = (items: string) => `<?xml version="1.0"?><rss version="2.0"><channel>${items}</channel></rss>`;
const post = (title: string, more = "<link>https://blog.example/a</link>") =>
  `<item><title>${title}</title>${more}</item>`;

describe("parseBlog", () => {
  it("shortens a very long title", () => {
    const [read] = parseBlog(rss(post(`<![CDATA[${"Long <br ".repeat(100_000)}]]>`)));
    expect(read?.title.length).toBeLessThanOrEqual(300);
    expect(read?.title).toMatch(/^Long/);
  });

  it("reads title, link, date and read time", () => {
    const xml = rss(
      post(
        "Full fibre &#8217;explained&#8217;",
        "<link>https://blog.example/a?x=1&amp;y=2</link><pubDate>Tue, 05 Nov 2024 09:00:00 GMT</pubDate><category>4</category>",
      ),
    );
    expect(parseBlog(xml)).toEqual([
      {
        title: "Full fibre ’explained’",
        link: "https://blog.example/a?x=1&y=2",
        publishedOn: "2024-11-05T09:00:00.000Z",
        readMinutes: "4",
      },
    ]);
  });

  it("reads the first 3 items", () => {
    expect(parseBlog(rss(["a", "b", "c", "d"].map((title) => post(title)).join("")))).toHaveLength(3);
  });

  it("reads the read time from the category that begins with a number", () => {
    const more = "<link>https://blog.example/a</link><category>News</category><category>6 min</category>";
    expect(parseBlog(rss(post("a", more)))[0]?.readMinutes).toBe("6");
  });

  it("turns markup in titles into text", () => {
    const title = "<![CDATA[<b>Bold</b> &amp; <script>alert(1)</script>bright]]>";
    expect(parseBlog(rss(post(title)))[0]?.title).toBe("Bold & bright");
  });

  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "ftp://a.example/",
    "https://user:pw@a.example/",
    "/local",
    "",
  ])("leaves out a post with the link %j", (link) => {
    expect(parseBlog(rss(post("a", `<link>${link}</link>`)))).toEqual([]);
  });

  it("leaves the date empty if it can't be read", () => {
    const more = "<link>https://blog.example/a</link><pubDate>soon</pubDate>";
    expect(parseBlog(rss(post("a", more)))[0]?.publishedOn).toBe("");
  });

  it.each([
    ["a document type", `<!DOCTYPE rss [<!ENTITY a SYSTEM "file:///etc/passwd">]><rss>&a;</rss>`],
    ["an HTML page", "<html><body>Sorry</body></html>"],
    ["JSON", `{"items":[]}`],
    ["an empty text", ""],
    ["a broken feed", "<rss><channel><item>"],
    ["reserved names", rss("<__proto__><polluted>1</polluted></__proto__>")],
  ])("refuses %s", (_, xml) => {
    expect(() => parseBlog(xml)).toThrow(FeedUnavailable);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});

describe("parseCampaigns", () => {
  const base = "https://api.example/feeds/campaigns.xml";
  const campaign = (mediaUrl: string) =>
    `<campaigns><item><title>T</title><mediaUrl>${mediaUrl}</mediaUrl><link>https://shop.example/</link><imageAltText>Alt</imageAltText></item></campaigns>`;

  it("reads items below a root element other than rss", () => {
    expect(parseCampaigns(campaign("images/one.svg"), base)).toEqual([
      {
        title: "T",
        mediaUrl: "https://api.example/feeds/images/one.svg",
        link: "https://shop.example/",
        imageAltText: "Alt",
      },
    ]);
  });

  it.each([
    "https://other.example/one.png",
    "http://api.example/one.png",
    "https://api.example:8443/one.png",
    "https://api.example@evil.example/one.png",
    "https://user@api.example/one.png",
    "http://169.254.169.254/latest",
    "file:///etc/passwd",
    "//evil.example/one.png",
    "",
  ])("leaves out a campaign whose image is at %j", (mediaUrl) => {
    expect(parseCampaigns(campaign(mediaUrl), base)).toEqual([]);
  });

  it("reads no campaigns from an empty feed", () => {
    expect(parseCampaigns("<campaigns></campaigns>", base)).toEqual([]);
  });
});
