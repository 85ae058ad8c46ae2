import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getCurrentContact, updateCurrentContact, type Contact } from "#app/portal-api/contacts.ts";
import { startTestProvider, type TestProvider } from "#provider/test-provider.ts";
import { apiFor } from "./testing/api-for.ts";

describe("the caller's own contact", () => {
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await startTestProvider();
  });
  afterAll(() => provider.close());

  type Person = Parameters<typeof apiFor>[1];
  const open = (person: Person, clientId = "1001") =>
    apiFor(provider, person, clientId).call(getCurrentContact, {});
  const save = (person: Person, body: Contact) =>
    apiFor(provider, person, "1001").call(updateCurrentContact, { body });
  const withoutOptIns = ({ marketingPreferences }: Contact) =>
    marketingPreferences?.map((preference) => ({
      ...preference,
      isOptedInForEmail: false,
      isOptedInForPhone: false,
      isOptedInForSms: false,
      isOptedInForPostal: false,
    }));

  test("exists for every user in each account, also for an employee", async () => {
    await expect(open("Anna")).resolves.toMatchObject({ fullName: "Anna Archer", clientId: "1001" });
    await expect(open("Anna", "1002")).resolves.toMatchObject({ fullName: "Anna Archer", clientId: "1002" });
    await expect(open("Ben")).resolves.toMatchObject({ canWriteEmailProperty: false });
    await expect(open("Ella")).resolves.toMatchObject({ fullName: "Ella Reid" });
  });

  test("marketing topics have two categories and the channels that they are sent by", async () => {
    const { marketingPreferences } = await open("Anna");
    expect(new Set(marketingPreferences?.map(({ categoryLabel }) => categoryLabel))).toEqual(
      new Set(["Service", "Updates, Alerts and Insights"]),
    );
    const offers = marketingPreferences?.find(
      ({ displayLabel }) => displayLabel === "Offers and new products",
    );
    expect(offers).toMatchObject({ appliesToSms: true, appliesToPostal: true, isOptedInForEmail: true });
  });

  test("a save stores details, billing and marketing, and ignores e-mail and roles", async () => {
    const before = await open("Anna");
    const preferences = before.marketingPreferences?.map((preference) => ({
      ...preference,
      isOptedInForSms: true,
      isOptedInForEmail: false,
    }));
    await save("Anna", {
      ...before,
      position: "Managing Director",
      email: "other@harbourpine.example",
      myPortalRole: 0,
      billingPreferences: { isPaperBilling: true },
      marketingPreferences: preferences,
    });
    const after = await open("Anna");
    expect(after).toMatchObject({
      position: "Managing Director",
      email: "anna.archer@harbourpine.example",
      myPortalRole: before.myPortalRole,
      billingPreferences: { isPaperBilling: true },
    });
    for (const { appliesToSms, isOptedInForSms, isOptedInForEmail } of after.marketingPreferences ?? []) {
      expect([isOptedInForSms, isOptedInForEmail]).toEqual([appliesToSms, false]);
    }
  });

  test("removing all opt-ins causes a warning, which the contact then keeps as a broken rule", async () => {
    const before = await open("Anna");
    expect(before.brokenRulesCollection).toEqual([]);
    const body = { ...before, marketingPreferences: withoutOptIns(before) };
    await expect(save("Anna", body)).rejects.toMatchObject({
      brokenRules: [
        { property: "MarketingPreferences", ruleName: "MarketingPreferencesWarning", severity: 1 },
      ],
    });
    await save("Anna", { ...body, isSaveConfirmed: true });
    const after = await open("Anna");
    expect(after.brokenRulesCollection).toMatchObject([{ ruleName: "MarketingPreferencesWarning" }]);
    await save("Anna", after);
  });

  test("a missing name, an invalid telephone number and another account's location are refused", async () => {
    const contact = await open("Ben");
    await expect(
      save("Ben", { ...contact, firstNames: "", mobile: "07700", addressId: 9999 }),
    ).rejects.toMatchObject({
      brokenRules: [
        { property: "FirstNames", ruleName: "Required" },
        { property: "Mobile", ruleName: "StringLength" },
        { property: "AddressId", ruleName: "KnownAddress" },
      ],
    });
  });

  test("the second of two saves is a conflict, reported as a broken rule", async () => {
    const contact = await open("Ben");
    await save("Ben", contact);
    await expect(save("Ben", contact)).rejects.toMatchObject({
      kind: "conflict",
      status: 400,
      serverText: expect.stringMatching(/^Ben Osei .* by another user\.$/) as string,
    });
    const typed = { ...(await open("Ben")), surname: "Conflict" };
    await expect(save("Ben", typed)).rejects.toMatchObject({
      serverText: expect.stringMatching(/^Priya Shah /) as string,
    });
    await save("Ben", { ...(await open("Ben")), surname: "Conflict" });
    await expect(open("Ben")).resolves.toMatchObject({ surname: "Conflict", position: "Regional Director" });
  });
});
