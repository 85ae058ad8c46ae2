/** A post of the provider's blog (spec 1 §3); `category` is the read time in minutes. */
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
  readonly link: string;
  readonly imageAltText: string;
}

/**
 * The provider's feeds, cached: a stale copy is served at once while it refreshes. Throws only when there has
 * never been an answer.
 */
export interface Feeds {
  /** The 3 newest posts (spec 1 §9). */
  latestPosts(): Promise<readonly BlogItem[]>;
  /** Needs a user's token: the campaign feed asks for a bearer (spec 1 §7). */
  campaigns(identityToken: string): Promise<readonly CampaignItem[]>;
}
