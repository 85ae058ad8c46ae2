import type { MarketingPreference } from "#shared/portal-api/contacts.ts";

const channels = [
  { key: "Email", label: "Email" },
  { key: "Phone", label: "Phone" },
  { key: "Sms", label: "SMS" },
  { key: "Postal", label: "Post" },
] as const;

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
        .map((preference) => ({ label: preference.displayLabel, options: optionsOf(preference) }))
        .filter(({ options }) => options.length > 0),
    }))
    .filter(({ topics }) => topics.length > 0);
}

export function selectedOptIns(preferences: readonly MarketingPreference[]): string[] {
  return preferences.flatMap((preference) =>
    optionsOf(preference)
      .filter(({ channel }) => preference[`isOptedInFor${channel}`] === true)
      .map(({ value }) => value),
  );
}

/** Opts in to the ticked channels only. Keeps fields that the portal doesn't know. */
export function applyOptIns(preferences: readonly MarketingPreference[], ticked: readonly string[]) {
  return preferences.map((preference) => {
    const choices = optionsOf(preference).map(({ channel, value }) => {
      const isTicked = ticked.includes(value);
      const before = preference[`isOptedInFor${channel}`];
      // An opt-in that was null stays null until someone ticks it.
      const staysAsItWas = !isTicked && before !== true;
      return [`isOptedInFor${channel}`, staysAsItWas ? before : isTicked];
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
    .flatMap((preference) => {
      const tickedOptions = optionsOf(preference).filter(({ value }) => ticked.includes(value));
      const labels = tickedOptions.map(({ label }) => label).join(", ");
      return labels === "" ? [] : `${preference.displayLabel} by ${labels}`;
    })
    .join("; ");
}

/** The channels that the preference applies to, with their checkboxes' values. A value consists of labels, because the API may change the order before the form is saved. */
function optionsOf(preference: MarketingPreference) {
  const { categoryLabel, displayLabel } = preference;
  return channels
    .filter(({ key }) => preference[`appliesTo${key}`])
    .map(({ key, label }) => ({ channel: key, label, value: `${categoryLabel} / ${displayLabel} / ${key}` }));
}
