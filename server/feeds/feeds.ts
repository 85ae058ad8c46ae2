/** A post of the provider's blog; `category` is the read time in minutes. */
export interface BlogItem {
  readonly title: string;
  readonly link: string;
  /** ISO 8601, or empty when the feed's date cannot be read. */
  readonly publishedOn: string;
  readonly category: string;
}

export interface CampaignItem {
  readonly title: string;
  /** Path on this site from which the image is served. */
  readonly imagePath: string;
  /** Empty when the campaign leads nowhere. */
  readonly link: string;
  readonly imageAltText: string;
}

/** An image of the campaign feed, whole: its host never waits for a browser. */
export interface CampaignImage {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/**
 * The provider's feeds, cached: a stale copy is served at once while it refreshes. Throws {@link FeedUnavailable}
 * only when there has never been an answer. A feed that is not configured has no items.
 */
export interface Feeds {
  /** The 3 newest posts. */
  latestPosts(): Promise<readonly BlogItem[]>;
  /** Those of an account, read with the token of one of its people: the campaign feed asks for a bearer. */
  campaigns(identityToken: string, clientId: string): Promise<readonly CampaignItem[]>;
  /**
   * The image that a campaign's `imagePath` names; undefined for a name of no campaign. Throws
   * {@link FeedUnavailable} when the host does not give an image that a browser may show.
   */
  campaignImage(name: string, identityToken: string, clientId: string): Promise<CampaignImage | undefined>;
}

/** A feed or an image of it cannot be had; the message says why, without addresses. */
export class FeedUnavailable extends Error {
  override readonly name = "FeedUnavailable";
}
