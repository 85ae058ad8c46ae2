import { describe, expect, it } from "vitest";
import { marketingPreference, type MarketingPreference } from "#shared/portal-api/contacts.ts";
import { applyOptIns, describeOptIns, marketingChange, selectedOptIns, toCategories } from "./marketing.ts";

const preference = (displayLabel: string, details: Partial<MarketingPreference> = {}): MarketingPreference =>
  marketingPreference.parse({
    displayLabel,
    categoryLabel: "Updates, Alerts and Insights",
    displayOrder: 1,
    appliesToEmail: true,
    ...details,
  });

const all = [
  preference("Offers", { appliesToSms: true, isOptedInForEmail: true, topicId: 5, isOptedInForPhone: true }),
  preference("News", { displayOrder: 0, isOptedInForEmail: null }),
  preference("Maintenance", { categoryLabel: "Service", isOptedInForEmail: false }),
  preference("Nothing", { appliesToEmail: false }),
];

describe("marketing preferences", () => {
  it("are grouped into sections, in the API's order, with the channels that apply", () => {
    const sections = toCategories(all).map(({ label, topics }) => [
      label,
      topics.map((topic) => topic.label),
    ]);
    expect(sections).toEqual([
      ["Service", ["Maintenance"]],
      ["Updates, Alerts and Insights", ["News", "Offers"]],
    ]);
    const offers = toCategories(all)[1]?.topics[1];
    expect(offers?.options.map(({ label }) => label)).toEqual(["Email", "SMS"]);
  });

  it("keep their other properties, and opt-ins for channels that don't apply", () => {
    const [offers] = applyOptIns(all, []);
    expect(offers).toMatchObject({ topicId: 5, isOptedInForEmail: false, isOptedInForPhone: true });
  });

  it("keep what was ticked; null stays null until it is ticked", () => {
    const ticked = [...selectedOptIns(all), ...selectedOptIns(applyOptIns(all, [])), "made / up / Email"];
    const after = applyOptIns(all, ticked);
    expect(selectedOptIns(after)).toEqual(selectedOptIns(all));
    expect(after[1]?.isOptedInForEmail).toBeNull();
    expect(describeOptIns(all, selectedOptIns(all))).toBe("Offers by Email");
  });

  it.each([
    [["a"], [], "unsubscribed"],
    [["a"], ["a", "b"], "updated"],
    [["a", "b"], ["b", "a"], undefined],
    [[], [], undefined],
  ] as const)("with the ticks %j before and %j after count as %s", (before, after, change) => {
    expect(marketingChange(before, after)).toBe(change);
  });
});
