export const channels = ["Email", "Phone", "Sms", "Postal"] as const;
type Channel = (typeof channels)[number];

export interface MarketingTopic {
  readonly topicId: number;
  readonly displayLabel: string;
  readonly categoryLabel: "Service" | "Updates, Alerts and Insights";
  readonly channels: readonly Channel[];
}

export const marketingTopics: readonly MarketingTopic[] = [
  {
    topicId: 1,
    displayLabel: "Planned maintenance",
    categoryLabel: "Service",
    channels: ["Email", "Sms"],
  },
  {
    topicId: 2,
    displayLabel: "Service incidents",
    categoryLabel: "Service",
    channels: ["Email", "Phone", "Sms"],
  },
  {
    topicId: 3,
    displayLabel: "Contract renewals",
    categoryLabel: "Service",
    channels: ["Email", "Phone", "Postal"],
  },
  {
    topicId: 4,
    displayLabel: "Newsletter",
    categoryLabel: "Updates, Alerts and Insights",
    channels: ["Email", "Postal"],
  },
  {
    topicId: 5,
    displayLabel: "Offers and new products",
    categoryLabel: "Updates, Alerts and Insights",
    channels: ["Email", "Phone", "Sms", "Postal"],
  },
  {
    topicId: 6,
    displayLabel: "Security alerts and advice",
    categoryLabel: "Updates, Alerts and Insights",
    channels: ["Email", "Sms"],
  },
  {
    topicId: 7,
    displayLabel: "Events and webinars",
    categoryLabel: "Updates, Alerts and Insights",
    channels: ["Email"],
  },
];
