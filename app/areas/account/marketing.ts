import type { MarketingPreference } from "#shared/portal-api/contacts.ts";

const channels = [
  { key: "Email", label: "Email" },
  { key: "Phone", label: "Phone" },
  { key: "Sms", label: "SMS" },
  { key: "Postal", label: "Post" },
] as const;
type Channel = (typeof channels)[number]["key"];

export type Category = ReturnType<typeof toCategories>[number];
export type Topic = Category["topics"][number];

/** Shown first, in this order. */
const firstSections = ["Service", "Updates, Alerts and Insights"];

export function toCategories(preferences: readonly MarketingPreference[]) {
  const labels = [...new Set([...firstSections, ...preferences.map(({ categoryLabel }) => categoryLabel)])];
  return labels
    .map((label) => ({
      label,
      topics: preferences
        .filter(({ categoryLabel }) => categoryLabel === label)
        .sort((first, second) => first.displayOrder - second.displayOrder)
        .map(toTopic)
        .filter(({ options }) => options.length > 0),
    }))
    .filter(({ topics }) => topics.length > 0);
}

export function selectedOptIns(preferences: readonly MarketingPreference[]): string[] {
  return preferences.flatMap((preference) =>
    applicableChannels(preference)
      .filter(({ key }) => preference[`isOptedInFor${key}`] === true)
      .map(({ key }) => optInValue(preference, key)),
  );
}

/** Opts in to the ticked channels only. Keeps fields that the portal doesn't know. */
export function applyOptIns(preferences: readonly MarketingPreference[], ticked: readonly string[]) {
  return preferences.map((preference) => {
    const choices = applicableChannels(preference).map(({ key }) => {
      const isTicked = ticked.includes(optInValue(preference, key));
      const before = preference[`isOptedInFor${key}`];
      // An opt-in that was null stays null until someone ticks it.
      const staysAsItWas = !isTicked && before !== true;
      return [`isOptedInFor${key}`, staysAsItWas ? before : isTicked];
    });
    return { ...preference, ...(Object.fromEntries(choices) as Partial<MarketingPreference>) };
  });
}

export type MarketingChange = "unsubscribed" | "updated" | undefined;

export function marketingChange(before: readonly string[], after: readonly string[]): MarketingChange {
  if (before.length === after.length && before.every((value) => after.includes(value))) return undefined;
  return after.length === 0 ? "unsubscribed" : "updated";
}

/** Describes the ticked boxes, e.g. 'Newsletter by Email, Post; Security alerts by SMS'. */
export function describeOptIns(preferences: readonly MarketingPreference[], ticked: readonly string[]) {
  return preferences
    .map((preference) => {
      const tickedChannels = applicableChannels(preference).filter(({ key }) =>
        ticked.includes(optInValue(preference, key)),
      );
      return tickedChannels.length === 0
        ? ""
        : `${preference.displayLabel} by ${tickedChannels.map(({ label }) => label).join(", ")}`;
    })
    .filter((text) => text !== "")
    .join("; ");
}

function toTopic(preference: MarketingPreference) {
  const options = applicableChannels(preference).map(({ key, label }) => ({
    channel: key,
    label,
    value: optInValue(preference, key),
  }));
  return { label: preference.displayLabel, options };
}

function applicableChannels(preference: MarketingPreference) {
  return channels.filter(({ key }) => preference[`appliesTo${key}`]);
}

/** A checkbox's value. It consists of labels, because the API may change the order before the form is saved. */
function optInValue({ categoryLabel, displayLabel }: MarketingPreference, channel: Channel): string {
  return `${categoryLabel} / ${displayLabel} / ${channel}`;
}
