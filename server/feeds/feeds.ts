export interface BlogItem {
  readonly title: string;
  readonly link: string;
  /** ISO 8601, or empty when the feed's date can't be read. */
  readonly publishedOn: string;
  readonly readMinutes: string;
}

export interface CampaignItem {
  readonly title: string;
  /** Path on this site from which the image is served. */
  readonly imagePath: string;
  /** Empty when the campaign leads nowhere. */
  readonly link: string;
  readonly imageAltText: string;
}

/** A whole image, in memory: a slow browser mustn't keep the connection to the feed's host open. */
export interface CampaignImage {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Something that is or was wrong with the provider's services. All texts are plain. */
export interface Incident {
  readonly title: string;
  /** The latest update, or empty. */
  readonly text: string;
  /** What it affects, in the feed's words; empty if it doesn't say. */
  readonly areas: readonly string[];
  /** A web address, or empty. */
  readonly link: string;
  /** ISO 8601, or empty. */
  readonly updatedOn: string;
  readonly isOpen: boolean;
}

/** What the status feed said when it was last read. */
export interface ServiceStatus {
  /** The open ones first, then the newest. */
  readonly incidents: readonly Incident[];
  /** By performance.now(); long ago while the feed can't be read any more. */
  readonly readAt: number;
}

/** The provider's feeds, cached, perhaps stale. Throws {@link FeedUnavailable} only while there's no copy yet. */
export interface Feeds {
  /** The 3 newest posts. */
  latestPosts(): Promise<readonly BlogItem[]>;
  /** No incidents, read now, if no status feed is configured. */
  status(): Promise<ServiceStatus>;
  /** The campaigns of an account, read with the identity token of one of its users. */
  campaigns(identityToken: string, clientId: string): Promise<readonly CampaignItem[]>;
  /** The image at a campaign's `imagePath`; undefined for an unknown name. Throws {@link FeedUnavailable} without a usable answer. */
  campaignImage(name: string, identityToken: string, clientId: string): Promise<CampaignImage | undefined>;
}

/** A feed or one of its images couldn't be loaded; the message says why, without addresses. */
export class FeedUnavailable extends Error {
  override readonly name = "FeedUnavailable";
}
