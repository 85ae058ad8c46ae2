import topics from "./marketing.json" with { type: "json" };

/** The channels for marketing. */
export const channels = ["Email", "Phone", "Sms", "Postal"] as const;
type Channel = (typeof channels)[number];

/** A marketing topic, with the channels that it's sent by. */
export interface MarketingTopic {
  readonly topicId: number;
  readonly displayLabel: string;
  readonly categoryLabel: "Service" | "Updates, Alerts and Insights";
  readonly channels: readonly Channel[];
}

/** All marketing topics. */
export const marketingTopics = topics as readonly MarketingTopic[];
