import { describe, expect, it } from "vitest";
import { marketingPreference, type MarketingPreference } from "#app/portal-api/contacts.ts";
import { applyOptIns, describeOptIns, marketingChange, selectedOptIns, toCategories } from "./marketing.ts";

const preference = (displayLabel: string, more: Partial<MarketingPreference> = {}): MarketingPreference =>
  marketingPreference.parse({
    displayLabel,
    categoryLabel: "Updates, Alerts and Insights",
    displayOrder: 1,
    appliesToEmail: true,
    ...more,
  });

const all = [
  preference("Offers", { appliesToSms: true, isOptedInForEmail: true, topicId: 5, isOptedInForPhone: true }),
  preference("News", { displayOrder: 0, isOptedInForEmail: null }),
  preference("Maintenance", { categoryLabel: "Service", isOptedInForEmail: false }),
  preference("Nothing", { appliesToEmail: false }),
];

describe("marketing preferences", () => {
  it("stand in the spec's two sections, by their order, with the channels they may come by", () => {
    const shown = toCategories(all).map(({ label, topics }) => [label, topics.map((topic) => topic.label)]);
    expect(shown).toEqual([
      ["Service", ["Maintenance"]],
      ["Updates, Alerts and Insights", ["News", "Offers"]],
    ]);
    const offers = toCategories(all)[1]?.topics[1];
    expect(offers?.options.map(({ label }) => label)).toEqual(["Email", "SMS"]);
  });

  it("keep what the API holds beside them, also a channel that does not apply", () => {
    const [offers] = applyOptIns(all, []);
    expect(offers).toMatchObject({ topicId: 5, isOptedInForEmail: false, isOptedInForPhone: true });
  });

  it("come back as ticked; nothing stays nothing while it is not ticked", () => {
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
  ] as const)("from %j to %j: %s", (before, after, change) => {
    expect(marketingChange(before, after)).toBe(change);
  });
});
