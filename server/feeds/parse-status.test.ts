import { describe, expect, it } from "vitest";
import { FeedUnavailable } from "./feeds.ts";
import { parseStatus } from "./parse-status.ts";

const now = new Date("2026-11-23T12:00:00Z");
const parse = (text: string) => parseStatus(text, now);
const updatedAt = "2026-11-23T10:00:00.000Z";
const incident = {
  title: "Slow broadband",
  text: "We are on it.",
  areas: ["Broadband"],
  link: "https://status.example/1",
  updatedOn: updatedAt,
  isOpen: true,
};

const statuspage = (more: object = {}) => ({
  name: "Slow <b>broadband</b>",
  status: "identified",
  updated_at: updatedAt,
  shortlink: "https://status.example/1",
  components: [{ name: "Broadband" }],
  incident_updates: [{ body: "We are on it." }, { body: "Looking into it." }],
  ...more,
});
const summary = (...incidents: unknown[]) => JSON.stringify({ page: {}, incidents });
const rss = (item: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Status</title>${item}</channel></rss>`;

describe("the same incident is read from", () => {
  it.each([
    ["Statuspage", summary(statuspage())],
    [
      "a JSON Feed",
      JSON.stringify({
        items: [
          {
            title: "Slow broadband",
            url: "https://status.example/1",
            date_modified: updatedAt,
            content_text: "We are on it.",
            tags: ["Broadband"],
          },
        ],
      }),
    ],
    [
      "RSS",
      rss(
        `<item><title>Slow broadband</title><link>https://status.example/1</link><category domain="x">Broadband</category>
         <pubDate>Mon, 23 Nov 2026 10:00:00 GMT</pubDate><description>&lt;p&gt;We are on it.&lt;/p&gt;</description></item>`,
      ),
    ],
    [
      "Atom",
      `<feed xmlns="http://www.w3.org/2005/Atom"><entry><title type="text">Slow broadband</title><updated>${updatedAt}</updated>
       <link rel="alternate" href="https://status.example/1"/><category term="Broadband"/>
       <content type="html">&lt;p&gt;We are on it.&lt;/p&gt;</content></entry></feed>`,
    ],
  ])("%s", (_, text) => {
    expect(parse(text)).toEqual([incident]);
  });
});

it.each([
  ["Statuspage's state", summary(statuspage({ status: "resolved" }))],
  ["Statuspage's state of a maintenance", summary(statuspage({ status: "completed" }))],
  ["an old date", summary(statuspage({ updated_at: "2026-11-09T12:00:00Z" }))],
  ["its title", rss("<item><title>Resolved: slow broadband</title></item>")],
  ["its category", rss("<item><title>Slow</title><category>Resolved</category></item>")],
  [
    "the newest update in Statuspage's RSS",
    rss(
      "<item><title>Slow</title><description>&lt;p&gt;&lt;small&gt;Nov 23, 10:00 UTC&lt;/small&gt;&lt;br&gt;&lt;strong&gt;Resolved&lt;/strong&gt; - Mended.&lt;/p&gt;</description></item>",
    ),
  ],
])("an incident is over according to %s", (_, text) => {
  expect(parse(text)).toMatchObject([{ isOpen: false }]);
});

it("lists open incidents first, then the newest, 20 at most", () => {
  const all = Array.from({ length: 60 }, (_, number) =>
    statuspage({
      name: `Number ${number}`,
      status: number < 3 ? "investigating" : "resolved",
      updated_at: new Date(now.getTime() - (60 - number) * 1000).toISOString(),
    }),
  );
  const titles = parse(summary(...all)).map(({ title }) => title);
  expect([titles.length, titles.slice(0, 4)]).toEqual([
    20,
    ["Number 2", "Number 1", "Number 0", "Number 59"],
  ]);
});

it.each([
  [
    "an incident with fields of the wrong type",
    summary(statuspage({ components: "x", incident_updates: 7, updated_at: 3, shortlink: {} })),
  ],
  ["an incident with nothing but a name", summary({ name: "Slow broadband" })],
  ["a list with things that are no incidents", summary(null, [], "text", 7, {}, statuspage())],
])("reads the usable part of %s", (_, text) => {
  expect(parse(text)).toMatchObject([{ title: "Slow broadband", isOpen: true }]);
});

it.each([
  "javascript:alert(1)",
  "data:text/html,x",
  "https://user:word@evil.example/",
  "//",
  "ftp://a.example/",
])("leaves out the link %s", (shortlink) => {
  expect(parse(summary(statuspage({ shortlink })))).toMatchObject([{ link: "" }]);
});

it("shortens long texts and removes markup", () => {
  const [long] = parse(
    summary(statuspage({ name: "x".repeat(900_000), incident_updates: [{ body: "<script>" }] })),
  );
  expect([long?.title.length, long?.text]).toEqual([1024, ""]);
});

it.each([
  "",
  "nothing",
  "{",
  "[]",
  "{}",
  '{"incidents":null}',
  "<html><body>Down</body></html>",
  `<!DOCTYPE rss [<!ENTITY a "b">]>${rss("")}`,
  "<rss><channel>",
])("refuses the text %j", (text) => {
  expect(() => parse(text)).toThrow(FeedUnavailable);
});

it("reads a feed of many items within ten seconds, even on a busy machine", () => {
  const started = performance.now();
  parse(rss("<item><title>Slow</title><description>x</description></item>".repeat(15_000)));
  expect(performance.now() - started).toBeLessThan(10_000);
});
