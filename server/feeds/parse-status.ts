import { plainText } from "#shared/html.server.ts";
import { maximum, textLength } from "#shared/limits.ts";
import { FeedUnavailable, type Incident } from "./feeds.ts";
import {
  dateOf,
  feedAddress,
  feedListOf,
  isFields,
  rawText,
  readXml,
  type FeedFields,
} from "./parse-feed.ts";

/** An incident that hasn't been updated for this long counts as over. */
const OVER_AFTER_MS = 14 * 24 * 60 * 60 * 1000;
const MAX_AREAS = 5;
/** What Statuspage and others call the end of an incident or of maintenance. */
const OVER_STATE = /^(?:resolved|completed|postmortem|closed)\b/i;
/** Statuspage begins each update in a feed with its time and state: 'Nov 23, 10:00 UTC Resolved - …'. */
const UPDATE_TIME = /^[A-Z][a-z]{2} +\d{1,2}, *\d\d:\d\d [A-Z]{2,4}\s*/;

/** Reads a Statuspage summary, a JSON Feed, RSS or Atom (docs/domain.md, Service status). Throws {@link FeedUnavailable}. */
export function parseStatus(text: string, now: Date): Incident[] {
  const incidents = /^\s*[[{]/.test(text) ? incidentsOfJson(text) : incidentsOfXml(text);
  const isRecent = ({ updatedOn }: Incident) =>
    updatedOn === "" || now.getTime() - Date.parse(updatedOn) < OVER_AFTER_MS;
  return incidents
    .filter(({ title }) => title !== "")
    .map((incident) => ({ ...incident, isOpen: incident.isOpen && isRecent(incident) }))
    .sort((a, b) => Number(b.isOpen) - Number(a.isOpen) || b.updatedOn.localeCompare(a.updatedOn))
    .slice(0, maximum.incidents);
}

function incidentsOfJson(text: string): Incident[] {
  const feed = parseJson(text);
  if (Array.isArray(feed["incidents"]))
    return [...fieldsIn(feed["incidents"]), ...fieldsIn(feed["scheduled_maintenances"])].map(
      incidentOfStatuspage,
    );
  if (Array.isArray(feed["items"])) return fieldsIn(feed["items"]).map(incidentOfItem);
  throw new FeedUnavailable("the feed has no incidents");
}

function parseJson(text: string): FeedFields {
  try {
    const feed: unknown = JSON.parse(text);
    return isFields(feed) ? feed : {};
  } catch {
    throw new FeedUnavailable("the feed cannot be read");
  }
}

function incidentOfStatuspage(incident: FeedFields): Incident {
  const [latest] = fieldsIn(incident["incident_updates"]);
  return {
    title: textOf(incident["name"]),
    text: textOf(latest?.["body"]),
    areas: fieldsIn(incident["components"])
      .map(({ name }) => textOf(name))
      .filter(Boolean)
      .slice(0, MAX_AREAS),
    link: feedAddress(rawText(incident["shortlink"])),
    updatedOn: dateOf(rawText(incident["updated_at"])) || dateOf(rawText(incident["created_at"])),
    isOpen: !OVER_STATE.test(rawText(incident["status"])),
  };
}

function incidentsOfXml(text: string): Incident[] {
  const root = readXml(text);
  const rss = fieldsIn(fieldsIn(root["rss"])[0]?.["channel"])[0];
  const atom = fieldsIn(root["feed"])[0];
  if (!rss && !atom) throw new FeedUnavailable("the response isn't a feed");
  return fieldsIn(rss ? rss["item"] : atom?.["entry"]).map(incidentOfItem);
}

function incidentOfItem(item: FeedFields): Incident {
  const title = textOf(item["title"]);
  const text = textOf(item["description"] ?? item["content_text"] ?? item["content"] ?? item["summary"]);
  const categories = feedListOf(item["category"] ?? item["tags"])
    .map(textOf)
    .filter(Boolean);
  const state = text.replace(UPDATE_TIME, "");
  return {
    title,
    text,
    areas: categories.filter((category) => !OVER_STATE.test(category)).slice(0, MAX_AREAS),
    link: feedAddress(linkOf(item)),
    updatedOn:
      ["updated", "date_modified", "pubDate", "published", "date_published"]
        .map((name) => dateOf(rawText(item[name])))
        .find(Boolean) ?? "",
    isOpen: ![title, state, ...categories].some((value) => OVER_STATE.test(value)),
  };
}

/** An item's link. In RSS and JSON Feeds it's text; in Atom it's one or several elements with an attribute. */
function linkOf({ link, url }: FeedFields): string {
  const [first] = feedListOf(link ?? url);
  return rawText(isFields(first) ? (first["@href"] ?? first["#text"]) : first);
}

const fieldsIn = (value: unknown): readonly FeedFields[] => feedListOf(value).filter(isFields);

const textOf = (value: unknown) => plainText(rawText(value)).slice(0, textLength.title);
