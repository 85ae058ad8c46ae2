export interface BlogItem {
  readonly title: string;
  readonly link: string;
  /** ISO 8601; empty if the feed's date is unreadable. */
  readonly publishedOn: string;
  readonly readMinutes: string;
}

export interface CampaignItem {
  readonly title: string;
  /** The path on this site that serves the image. */
  readonly imagePath: string;
  /** Empty if the campaign has no link. */
  readonly link: string;
  readonly imageAltText: string;
}

/** A whole image, in memory, so that a slow browser doesn't keep the connection to the feed's host open. */
export interface CampaignImage {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Something that is or was wrong with the provider's services. All its texts are plain. */
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

/** What the status feed said when we last read it. */
export interface ServiceStatus {
  /** Open ones first, then newest first. */
  readonly incidents: readonly Incident[];
  /** By performance.now(). If the feed has stopped working, this was a while ago. */
  readonly readAt: number;
}

/** A feed or one of its images couldn't be loaded. The message says why, without addresses. */
export class FeedUnavailable extends Error {
  override readonly name = "FeedUnavailable";
}
