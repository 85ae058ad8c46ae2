import { XMLParser } from "fast-xml-parser";
import { plainText } from "#shared/html.server.ts";
import { maximum, textLength } from "#shared/limits.ts";
import { parseMoment } from "#shared/time/moment.ts";
import { FeedUnavailable } from "./feeds.ts";

const BLOG_POSTS = 3;
/** More campaigns than this must be a mistake in the feed. */
const MAX_CAMPAIGNS = 20;
const MAX_TITLE_LENGTH = 300;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: { enabled: true, maxEntityCount: 0, maxTotalExpansions: 20_000 },
  htmlEntities: true,
});

export type BlogItem = ReturnType<typeof parseBlog>[number];
export type RawCampaign = ReturnType<typeof parseCampaigns>[number];

/** A blog feed's first 3 posts. Throws {@link FeedUnavailable}. */
export function parseBlog(xml: string) {
  return itemsOf(xml)
    .map((item) => ({
      title: textOf(item["title"]),
      link: feedAddress(rawText(item["link"])),
      publishedOn: dateOf(rawText(item["pubDate"])),
      readMinutes: minutesOf(item["category"]),
    }))
    .filter((post) => post.title !== "" && post.link !== "")
    .slice(0, BLOG_POSTS);
}

/** The campaigns in the feed at `base` whose image is at the feed's own origin. Throws {@link FeedUnavailable}. */
export function parseCampaigns(xml: string, base: string) {
  const { origin } = new URL(base);
  return itemsOf(xml)
    .map((item) => ({
      title: textOf(item["title"]),
      mediaUrl: feedAddress(rawText(item["mediaUrl"]), base),
      link: feedAddress(rawText(item["link"])),
      imageAltText: textOf(item["imageAltText"]),
    }))
    .filter(({ mediaUrl }) => mediaUrl !== "" && new URL(mediaUrl).origin === origin)
    .slice(0, MAX_CAMPAIGNS);
}

export type FeedFields = Readonly<Record<string, unknown>>;

/** The feed's items, from `rss/channel/item` or from `item` below any root element. */
function itemsOf(xml: string): FeedFields[] {
  const roots = Object.entries(readXml(xml)).filter(([name]) => !name.startsWith("?"));
  const [name, root] = roots[0] ?? [];
  if (name === undefined || name.toLowerCase() === "html")
    throw new FeedUnavailable("the response isn't a feed");
  if (!isFields(root)) return [];
  const { item } = isFields(root["channel"]) ? root["channel"] : root;
  return feedListOf(item).filter(isFields);
}

/** Reads XML with its attributes. Throws {@link FeedUnavailable}. */
export function readXml(xml: string): FeedFields {
  // A feed doesn't need a document type, and one can define dangerous entities.
  if (/<!DOCTYPE/i.test(xml)) throw new FeedUnavailable("the feed declares a document type");
  try {
    return parser.parse(xml, true) as FeedFields;
  } catch {
    throw new FeedUnavailable("the feed cannot be read");
  }
}

export const isFields = (value: unknown): value is FeedFields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const feedListOf = (value: unknown): readonly unknown[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).slice(0, maximum.feedItems);

/** The text of the first such element. Elements with attributes are objects; Atom puts a category's text into an attribute. */
export function rawText(value: unknown): string {
  const [first] = feedListOf(value);
  const text = isFields(first) ? (first["#text"] ?? first["@term"]) : first;
  return typeof text === "string" ? text.slice(0, textLength.row).trim() : "";
}

function textOf(value: unknown): string {
  return plainText(rawText(value)).slice(0, MAX_TITLE_LENGTH);
}

/** The first category that begins with a number, which is the read time in minutes. */
function minutesOf(value: unknown): string {
  const minutes = feedListOf(value)
    .slice(0, maximum.words)
    .map((category) => /^(\d{1,3})\b/.exec(rawText(category))?.[1]);
  return minutes.find((text) => text !== undefined) ?? "";
}

/** An http(s) address without user and password, or empty. */
export function feedAddress(text: string, base?: string): string {
  if (text === "" || !URL.canParse(text, base)) return "";
  const url = new URL(text, base);
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  return isWeb && url.username === "" && url.password === "" ? url.href : "";
}

/** Matches a time that ends in a zone, such as 'GMT', 'Z' or '+0100', but not in 'am' or 'pm'. */
const ZONED = /(?:(?<!\d ?[ap])[a-z]|:\d\d(?:\.\d{1,9})? ?[+-]\d\d:?\d\d)$/i;
const ISO_WITHOUT_ZONE = "2026-11-24T10:30:00".length;

/** ISO 8601, or empty if it isn't a date. A time without a zone is London's. */
export function dateOf(text: string): string {
  if (text.length > textLength.date) return "";
  // `Date` reads more formats than parseMoment does. Without a zone, we read the time as UTC and then cut the 'Z' off, so
  // that parseMoment takes the same hour as London's.
  const date = new Date(ZONED.test(text) ? text : `${text} UTC`);
  const iso = Number.isNaN(date.getTime()) ? text : date.toISOString();
  return parseMoment(ZONED.test(text) ? iso : iso.slice(0, ISO_WITHOUT_ZONE))?.toISOString() ?? "";
}
