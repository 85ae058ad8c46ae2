import topics from "./marketing.json" with { type: "json" };

/** The channels of marketing. */
export const channels = ["Email", "Phone", "Sms", "Postal"] as const;
type Channel = (typeof channels)[number];

/** A topic of marketing, with the channels that it's sent by. */
export interface MarketingTopic {
  readonly topicId: number;
  readonly displayLabel: string;
  readonly categoryLabel: "Service" | "Updates, Alerts and Insights";
  readonly channels: readonly Channel[];
}

/** All topics of marketing. */
export const marketingTopics = topics as readonly MarketingTopic[];
