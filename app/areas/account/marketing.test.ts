import { describe, expect, it } from "vitest";
import { marketingPreference, type MarketingPreference } from "#app/portal-api/contacts.ts";
import { categoriesOf, changeOf, optInsInWords, optInsOf, withOptIns } from "./marketing.ts";

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
    const shown = categoriesOf(all).map(({ label, topics }) => [label, topics.map((topic) => topic.label)]);
    expect(shown).toEqual([
      ["Service", ["Maintenance"]],
      ["Updates, Alerts and Insights", ["News", "Offers"]],
    ]);
    const offers = categoriesOf(all)[1]?.topics[1];
    expect(offers?.options.map(({ label }) => label)).toEqual(["Email", "SMS"]);
  });

  it("keep what the API holds beside them, also a channel that does not apply", () => {
    const [offers] = withOptIns(all, []);
    expect(offers).toMatchObject({ topicId: 5, isOptedInForEmail: false, isOptedInForPhone: true });
  });

  it("come back as ticked; nothing stays nothing while it is not ticked", () => {
    const ticked = [...optInsOf(all), ...optInsOf(withOptIns(all, [])), "made / up / Email"];
    const after = withOptIns(all, ticked);
    expect(optInsOf(after)).toEqual(optInsOf(all));
    expect(after[1]?.isOptedInForEmail).toBeNull();
    expect(optInsInWords(all, optInsOf(all))).toBe("Offers by Email");
  });

  it.each([
    [["a"], [], "unsubscribed"],
    [["a"], ["a", "b"], "updated"],
    [["a", "b"], ["b", "a"], undefined],
    [[], [], undefined],
  ] as const)("from %j to %j: %s", (before, after, change) => {
    expect(changeOf(before, after)).toBe(change);
  });
});
