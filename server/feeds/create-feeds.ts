import { createHash } from "node:crypto";
import type { Logger } from "pino";
import { keptBytes } from "#app/limits.ts";
import { downloadImage, downloadText } from "./download.ts";
import {
  FeedUnavailable,
  type BlogItem,
  type CampaignImage,
  type CampaignItem,
  type Feeds,
} from "./feeds.ts";
import { Kept } from "./kept.ts";
import { parseBlog, parseCampaigns, type RawCampaign } from "./parse-feed.ts";

export interface FeedSettings {
  readonly blogFeedUrl?: string | undefined;
  readonly campaignFeedUrl?: string | undefined;
  /** Subscription key of the portal API; the campaign feed and its images ask for it. */
  readonly portalApiKey: string;
  readonly now: () => Date;
  readonly log: Pick<Logger, "warn">;
}

/**
 * Accounts whose campaigns are kept, and images. Images are kept by address, over accounts; who may see one is checked by
 * the account's campaigns first.
 */
const MOST_ACCOUNTS = 1_000;
const MOST_IMAGES = 50;

/** What an image may be; anything else is not passed on to a browser. */
const IMAGE_TYPES = new Set(["image/png", "image/jpeg", "image/webp", "image/svg+xml"]);

/** By address, the one that was asked for last at the end. */
type Images = Map<string, { bytes: number; readonly kept: Kept<CampaignImage, string> }>;

/** The feeds at the configured addresses; see {@link Feeds}. */
export function createFeeds(settings: FeedSettings): Feeds {
  const { blogFeedUrl, campaignFeedUrl, now, log } = settings;
  const keep = (feed: string) => ({
    now,
    onFailure: (error: unknown) => log.warn({ feed, reason: String(error) }, "feed unavailable"),
  });
  const posts = new Kept<readonly BlogItem[]>(
    async () => (blogFeedUrl ? parseBlog(await downloadText(blogFeedUrl, {})) : []),
    keep("blog"),
  );
  const byAccount = new Map<string, Kept<readonly RawCampaign[], string>>();
  const campaignsOf = (clientId: string) => {
    const campaigns =
      byAccount.get(clientId) ??
      new Kept<readonly RawCampaign[], string>(async (token) => {
        if (!campaignFeedUrl) return [];
        const feed = await downloadText(campaignFeedUrl, headersOf(settings, token));
        return parseCampaigns(feed, campaignFeedUrl);
      }, keep("campaigns"));
    keepLatest(byAccount, clientId, campaigns, MOST_ACCOUNTS);
    return campaigns;
  };
  const images: Images = new Map();
  const imageOf = (mediaUrl: string) => {
    const load = async (token: string) => {
      const image = await loadImage(mediaUrl, headersOf(settings, token));
      one.bytes = image.bytes.length;
      keepFewBytes(images);
      return image;
    };
    const one = images.get(mediaUrl) ?? {
      bytes: 0,
      kept: new Kept(load, { ...keep("campaign image"), patienceMs: 5_000 }),
    };
    keepLatest(images, mediaUrl, one, MOST_IMAGES);
    return one.kept;
  };
  return {
    latestPosts: () => posts.get(),
    campaigns: async (token, clientId) => (await campaignsOf(clientId).get(token)).map(toItem),
    campaignImage: async (name, token, clientId) => {
      const campaign = (await campaignsOf(clientId).get(token)).find(
        ({ mediaUrl }) => nameOf(mediaUrl) === name,
      );
      return campaign && imageOf(campaign.mediaUrl).get(token);
    },
  };
}

/** Puts it last; the one that was asked for longest ago goes where there are too many. */
function keepLatest<Value>(kept: Map<string, Value>, key: string, value: Value, most: number): void {
  kept.delete(key);
  const [oldest] = kept.keys();
  if (kept.size >= most && oldest !== undefined) kept.delete(oldest);
  kept.set(key, value);
}

/** The ones that were asked for longest ago go. */
function keepFewBytes(images: Images): void {
  let left: number = keptBytes.campaignImages;
  for (const [mediaUrl, { bytes }] of [...images].reverse()) {
    left -= bytes;
    if (left < 0) images.delete(mediaUrl);
  }
}

function headersOf({ portalApiKey }: FeedSettings, identityToken: string) {
  return { "ocp-apim-subscription-key": portalApiKey, authorization: `Bearer ${identityToken}` };
}

async function loadImage(url: string, headers: Record<string, string>): Promise<CampaignImage> {
  const { type, bytes } = await downloadImage(url, headers);
  if (IMAGE_TYPES.has(type)) return { contentType: type, bytes };
  throw new FeedUnavailable("the image is of no known type");
}

/** The browser gets a name in place of the address. */
function nameOf(mediaUrl: string): string {
  return createHash("sha256").update(mediaUrl).digest("base64url").slice(0, 16);
}

function toItem({ title, link, imageAltText, mediaUrl }: RawCampaign): CampaignItem {
  return { title, link, imageAltText, imagePath: `/campaign-images/${nameOf(mediaUrl)}` };
}
