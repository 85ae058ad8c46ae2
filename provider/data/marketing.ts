import topics from "./marketing.json" with { type: "json" };

export const channels = ["Email", "Phone", "Sms", "Postal"] as const;
type Channel = (typeof channels)[number];

export interface MarketingTopic {
  readonly topicId: number;
  readonly displayLabel: string;
  readonly categoryLabel: "Service" | "Updates, Alerts and Insights";
  readonly channels: readonly Channel[];
}

export const marketingTopics = topics as readonly MarketingTopic[];
