import type { MarketingPreference } from "#app/portal-api/contacts.ts";

const channels = [
  { key: "Email", label: "Email" },
  { key: "Phone", label: "Phone" },
  { key: "Sms", label: "SMS" },
  { key: "Postal", label: "Post" },
] as const;
type Channel = (typeof channels)[number]["key"];

export interface Topic {
  readonly label: string;
  readonly options: readonly { readonly channel: Channel; readonly label: string; readonly value: string }[];
}

export interface Category {
  readonly label: string;
  readonly topics: readonly Topic[];
}

const firstSections = ["Service", "Updates, Alerts and Insights"];

export function categoriesOf(preferences: readonly MarketingPreference[]): Category[] {
  const labels = [...new Set([...firstSections, ...preferences.map(({ categoryLabel }) => categoryLabel)])];
  return labels
    .map((label) => ({
      label,
      topics: preferences
        .filter(({ categoryLabel }) => categoryLabel === label)
        .sort((one, other) => one.displayOrder - other.displayOrder)
        .map(toTopic)
        .filter(({ options }) => options.length > 0),
    }))
    .filter(({ topics }) => topics.length > 0);
}

export function optInsOf(preferences: readonly MarketingPreference[]): string[] {
  return preferences.flatMap((preference) =>
    applying(preference)
      .filter(({ key }) => preference[`isOptedInFor${key}`] === true)
      .map(({ key }) => valueOf(preference, key)),
  );
}

/** The preferences with exactly these boxes ticked; unknown fields are kept. */
export function withOptIns(
  preferences: readonly MarketingPreference[],
  ticked: readonly string[],
): MarketingPreference[] {
  return preferences.map((preference) => {
    const choices = applying(preference).map(({ key }) => {
      const isTicked = ticked.includes(valueOf(preference, key));
      const before = preference[`isOptedInFor${key}`];
      // An opt-in that was null stays null until somebody ticks it.
      return [`isOptedInFor${key}`, isTicked || before === true ? isTicked : before];
    });
    return { ...preference, ...(Object.fromEntries(choices) as Partial<MarketingPreference>) };
  });
}

export function changeOf(
  before: readonly string[],
  after: readonly string[],
): "unsubscribed" | "updated" | undefined {
  if (before.length === after.length && before.every((value) => after.includes(value))) return undefined;
  return after.length === 0 ? "unsubscribed" : "updated";
}

/** Ticked boxes in words: 'Newsletter by Email, Post; Security alerts by SMS'. */
export function optInsInWords(
  preferences: readonly MarketingPreference[],
  ticked: readonly string[],
): string {
  return preferences
    .map((preference) => {
      const by = applying(preference).filter(({ key }) => ticked.includes(valueOf(preference, key)));
      return by.length === 0
        ? ""
        : `${preference.displayLabel} by ${by.map(({ label }) => label).join(", ")}`;
    })
    .filter((words) => words !== "")
    .join("; ");
}

function toTopic(preference: MarketingPreference): Topic {
  const options = applying(preference).map(({ key, label }) => ({
    channel: key,
    label,
    value: valueOf(preference, key),
  }));
  return { label: preference.displayLabel, options };
}

function applying(preference: MarketingPreference) {
  return channels.filter(({ key }) => preference[`appliesTo${key}`]);
}

/** Named by labels, since the list's order may change between showing and saving. */
function valueOf({ categoryLabel, displayLabel }: MarketingPreference, channel: Channel): string {
  return `${categoryLabel} / ${displayLabel} / ${channel}`;
}
