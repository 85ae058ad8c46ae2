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
