import { XMLParser } from "fast-xml-parser";
import { maximum, textLength } from "#app/limits.ts";
import { plainText } from "#app/ui/html.server.ts";
import { FeedUnavailable, type Incident } from "./feeds.ts";
import { dateOf, webAddress } from "./parse-feed.ts";

/** An incident that a feed has not mentioned for so long is over, whether it says so or not. */
const OVER_AFTER_MS = 14 * 24 * 60 * 60 * 1000;
const MAX_AREAS = 5;
/** How Statuspage and others name the end of an incident or of maintenance. */
const OVER = /^(?:resolved|completed|postmortem|closed)\b/i;
/** Statuspage begins each update in a feed with its time and state: 'Nov 23, 10:00 UTC Resolved - …'. */
const UPDATE_TIME = /^[A-Z][a-z]{2} +\d{1,2}, *\d\d:\d\d [A-Z]{2,4}\s*/;

type Fields = Readonly<Record<string, unknown>>;

const xml = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: { enabled: true, maxEntityCount: 0, maxTotalExpansions: 20_000 },
  htmlEntities: true,
});

/**
 * Reads a status feed: Statuspage's summary, a JSON Feed, RSS or Atom. Open incidents come first, then the newest.
 * Throws {@link FeedUnavailable}. The rules are in docs/domain.md, Service status.
 */
export function parseStatus(text: string, now: Date): Incident[] {
  const found = /^\s*[[{]/.test(text) ? incidentsOfJson(text) : incidentsOfXml(text);
  const isRecent = ({ updatedOn }: Incident) =>
    updatedOn === "" || now.getTime() - Date.parse(updatedOn) < OVER_AFTER_MS;
  return found
    .filter(({ title }) => title !== "")
    .map((incident) => ({ ...incident, isOpen: incident.isOpen && isRecent(incident) }))
    .sort(
      (one, other) =>
        Number(other.isOpen) - Number(one.isOpen) || other.updatedOn.localeCompare(one.updatedOn),
    )
    .slice(0, maximum.incidents);
}

function incidentsOfJson(text: string): Incident[] {
  const feed = parsedJson(text);
  if (Array.isArray(feed["incidents"]))
    return [...fieldsIn(feed["incidents"]), ...fieldsIn(feed["scheduled_maintenances"])].map(ofStatuspage);
  if (Array.isArray(feed["items"])) return fieldsIn(feed["items"]).map(ofItem);
  throw new FeedUnavailable("the feed has no incidents");
}

function parsedJson(text: string): Fields {
  try {
    const feed: unknown = JSON.parse(text);
    return isFields(feed) ? feed : {};
  } catch {
    throw new FeedUnavailable("the feed cannot be read");
  }
}

function ofStatuspage(incident: Fields): Incident {
  const [latest] = fieldsIn(incident["incident_updates"]);
  return {
    title: textOf(incident["name"]),
    text: textOf(latest?.["body"]),
    areas: fieldsIn(incident["components"])
      .map(({ name }) => textOf(name))
      .filter(Boolean)
      .slice(0, MAX_AREAS),
    link: webAddress(rawText(incident["shortlink"])),
    updatedOn: dateOf(rawText(incident["updated_at"])) || dateOf(rawText(incident["created_at"])),
    isOpen: !OVER.test(rawText(incident["status"])),
  };
}

function incidentsOfXml(text: string): Incident[] {
  // No feed needs a document type, and one may define dangerous entities.
  if (/<!DOCTYPE/i.test(text)) throw new FeedUnavailable("the feed declares a document type");
  let root: Fields;
  try {
    root = xml.parse(text, true) as Fields;
  } catch {
    throw new FeedUnavailable("the feed cannot be read");
  }
  const rss = fieldsIn(fieldsIn(root["rss"])[0]?.["channel"])[0];
  const atom = fieldsIn(root["feed"])[0];
  if (!rss && !atom) throw new FeedUnavailable("the answer is no feed");
  return fieldsIn(rss ? rss["item"] : atom?.["entry"]).map(ofItem);
}

/** An item of RSS, Atom or a JSON Feed. */
function ofItem(item: Fields): Incident {
  const title = textOf(item["title"]);
  const text = textOf(item["description"] ?? item["content_text"] ?? item["content"] ?? item["summary"]);
  const categories = listOf(item["category"] ?? item["tags"])
    .map(textOf)
    .filter(Boolean);
  const state = text.replace(UPDATE_TIME, "");
  return {
    title,
    text,
    areas: categories.filter((one) => !OVER.test(one)).slice(0, MAX_AREAS),
    link: webAddress(linkOf(item)),
    updatedOn:
      ["updated", "date_modified", "pubDate", "published", "date_published"]
        .map((name) => dateOf(rawText(item[name])))
        .find(Boolean) ?? "",
    isOpen: ![title, state, ...categories].some((one) => OVER.test(one)),
  };
}

/** RSS and JSON Feed have an address, Atom an element with an attribute, or several. */
function linkOf({ link, url }: Fields): string {
  const [first] = listOf(link ?? url);
  return rawText(isFields(first) ? (first["@href"] ?? first["#text"]) : first);
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).slice(0, maximum.feedItems);
const fieldsIn = (value: unknown): readonly Fields[] => listOf(value).filter(isFields);

/** Text of an element, which is an object where it has attributes; Atom's categories have only these. */
function rawText(value: unknown): string {
  const text = isFields(value) ? (value["#text"] ?? value["@term"]) : value;
  return typeof text === "string" ? text.slice(0, textLength.row).trim() : "";
}

const textOf = (value: unknown) => plainText(rawText(value)).slice(0, textLength.title);
