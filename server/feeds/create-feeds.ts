import { createHash } from "node:crypto";
import type { Logger } from "pino";
import { answerBytes, cacheBytes, timeouts } from "#shared/limits.ts";
import { isPortalApiError } from "#shared/portal-api/errors.ts";
import { sendForBytes } from "#shared/portal-api/transport.ts";
import { FeedUnavailable, type ServiceStatus } from "./feeds.ts";
import { parseBlog, parseCampaigns, type BlogItem, type RawCampaign } from "./parse-feed.ts";
import { parseStatus } from "./parse-status.ts";
import { RefreshingCache } from "./refreshing-cache.ts";

interface FeedSettings {
  readonly blogFeedUrl?: string;
  readonly campaignFeedUrl?: string;
  readonly statusFeedUrl?: string;
  /** The portal API's subscription key, which the campaign feed and its images require. */
  readonly portalApiKey: string;
  readonly now: () => Date;
  readonly log: Pick<Logger, "warn">;
}

/** How many accounts' campaigns and how many images we cache. Accounts with the same campaign share its image, which nobody else can see. */
const MAX_ACCOUNTS = 1_000;
const MAX_IMAGES = 50;

/** A new incident shows up within two minutes. */
const STATUS_FRESH_MS = 2 * 60_000;
const IMAGE_TYPES = new Set(["image/png", "image/jpeg", "image/webp", "image/svg+xml"]);

/** By address, with the most recently used image last. */
type Images = Map<string, { bytes: number; readonly cache: RefreshingCache<CampaignImage, string> }>;

export type Feeds = ReturnType<typeof createFeeds>;
export type CampaignItem = ReturnType<typeof toItem>;
/** A whole image, in memory, so that a slow browser doesn't keep the connection to the feed's host open. */
export type CampaignImage = Awaited<ReturnType<typeof loadImage>>;

/** The provider's feeds, cached and perhaps stale. Throws {@link FeedUnavailable} only while there's no copy yet. */
export function createFeeds(settings: FeedSettings) {
  const { blogFeedUrl, campaignFeedUrl, statusFeedUrl, now, log } = settings;
  const cacheSettings = (feed: string) => ({
    onFailure: (error: unknown) => log.warn({ feed, reason: String(error) }, "feed unavailable"),
  });
  const posts = new RefreshingCache<readonly BlogItem[]>(
    async () => (blogFeedUrl ? parseBlog(await downloadText(blogFeedUrl, {})) : []),
    cacheSettings("blog"),
  );
  const status = new RefreshingCache<ServiceStatus>(
    async () => ({
      incidents: statusFeedUrl ? parseStatus(await downloadText(statusFeedUrl, {}), now()) : [],
      readAt: performance.now(),
    }),
    { ...cacheSettings("status"), freshMs: STATUS_FRESH_MS },
  );
  const byAccount = new Map<string, RefreshingCache<readonly RawCampaign[], string>>();
  const campaignsOf = (clientId: string) => {
    const campaigns =
      byAccount.get(clientId) ??
      new RefreshingCache<readonly RawCampaign[], string>(async (token) => {
        if (!campaignFeedUrl) return [];
        const feed = await downloadText(campaignFeedUrl, headersOf(settings, token));
        return parseCampaigns(feed, campaignFeedUrl);
      }, cacheSettings("campaigns"));
    putLast(byAccount, clientId, campaigns, MAX_ACCOUNTS);
    return campaigns;
  };
  const images: Images = new Map();
  const imageOf = (mediaUrl: string) => {
    const load = async (token: string) => {
      const image = await loadImage(mediaUrl, headersOf(settings, token));
      cached.bytes = image.bytes.length;
      dropOldestImages(images);
      return image;
    };
    const cached = images.get(mediaUrl) ?? {
      bytes: 0,
      cache: new RefreshingCache(load, { ...cacheSettings("campaign image"), firstLoadTimeoutMs: 5_000 }),
    };
    putLast(images, mediaUrl, cached, MAX_IMAGES);
    return cached.cache;
  };
  return {
    /** The 3 newest posts. */
    latestPosts: () => posts.get(),
    /** The service status; without a configured feed, no incidents as of now. */
    status: () => status.get(),
    /** An account's campaigns, loaded with the identity token of one of its users. */
    campaigns: async (token: string, clientId: string) =>
      (await campaignsOf(clientId).get(token)).map(toItem),
    /** The image at a campaign's `imagePath`; undefined for an unknown name. Throws {@link FeedUnavailable} if there's no usable answer. */
    campaignImage: async (name: string, token: string, clientId: string) => {
      const campaign = (await campaignsOf(clientId).get(token)).find(
        ({ mediaUrl }) => nameOf(mediaUrl) === name,
      );
      return campaign && imageOf(campaign.mediaUrl).get(token);
    },
  };
}

/** Puts an entry last in a map that's ordered by last use; drops the first one if the map is full. */
function putLast<Value>(cache: Map<string, Value>, key: string, value: Value, maxSize: number): void {
  cache.delete(key);
  const [oldest] = cache.keys();
  if (cache.size >= maxSize && oldest !== undefined) cache.delete(oldest);
  cache.set(key, value);
}

/** Drops the least recently used images beyond the limit in bytes. */
function dropOldestImages(images: Images): void {
  let bytesLeft: number = cacheBytes.campaignImages;
  for (const [mediaUrl, { bytes }] of [...images].reverse()) {
    bytesLeft -= bytes;
    if (bytesLeft < 0) images.delete(mediaUrl);
  }
}

function headersOf({ portalApiKey }: FeedSettings, identityToken: string) {
  return { "ocp-apim-subscription-key": portalApiKey, authorization: `Bearer ${identityToken}` };
}

/** Downloads an image of at most 5 MB, otherwise as {@link downloadText}. */
async function loadImage(url: string, headers: Headers) {
  const answer = await download(url, { ...headers, accept: "image/*" }, answerBytes.campaignImage);
  const contentType = String(answer.headers["content-type"] ?? "")
    .replace(/;.*/s, "")
    .trim()
    .toLowerCase();
  if (IMAGE_TYPES.has(contentType)) return { contentType, bytes: answer.bytes };
  throw new FeedUnavailable("the image has an unknown type");
}

/** The image's name on this site, so that browsers don't see its address. */
function nameOf(mediaUrl: string): string {
  return createHash("sha256").update(mediaUrl).digest("base64url").slice(0, 16);
}

function toItem({ title, link, imageAltText, mediaUrl }: RawCampaign) {
  return { title, link, imageAltText, imagePath: `/campaign-images/${nameOf(mediaUrl)}` };
}

type Headers = Readonly<Record<string, string>>;

/** Downloads at most 1 MB within 5 seconds, without following redirects. Throws {@link FeedUnavailable}. */
async function downloadText(url: string, headers: Headers): Promise<string> {
  const accept = "application/xml, text/xml, application/json";
  const { bytes } = await download(url, { ...headers, accept }, answerBytes.feed);
  return new TextDecoder().decode(bytes);
}

async function download(url: string, headers: Headers, maxBytes: number) {
  const request = sendForBytes({
    operation: { method: "GET", path: "a feed", failure: "" },
    url,
    headers,
    timeoutMs: timeouts.otherServiceMs,
    maxBytes,
  });
  const answer = await request.catch((error: unknown) => {
    const reason = isPortalApiError(error) ? `${error.kind}, ${error.causeCode ?? "unknown"}` : String(error);
    throw new FeedUnavailable(`no usable response (${reason})`);
  });
  if (answer.status === 200) return answer;
  throw new FeedUnavailable(`responded with status ${answer.status}`);
}
