import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { people } from "#provider/data/people.ts";
import { rareInvoices } from "#provider/invoices/rare-invoices.ts";
import { scenarioSurnames } from "#provider/payments/payment-scenarios.ts";
import { startTestProvider, type TestProvider } from "#provider/test-provider.ts";
import { events } from "./events.ts";
import { faultKinds } from "./faults.ts";
import rareCases from "./rare-cases.json" with { type: "json" };

const document = readFileSync(new URL("../../docs/scenarios.md", import.meta.url), "utf8");
let provider: TestProvider;
beforeAll(async () => {
  provider = await startTestProvider();
});
afterAll(() => provider.close());

it("the page and docs/scenarios.md name every person, event, fault and rare case", async () => {
  const page = await (await fetch(`${provider.url}/scenarios`)).text();
  const names = [...Object.keys(events), ...Object.keys(faultKinds), ...rareCases.map(({ title }) => title)];
  for (const { email } of people)
    expect([page, document]).toEqual([expect.stringContaining(email), expect.stringContaining(email)]);
  for (const name of names)
    expect([page, document]).toEqual([expect.stringContaining(name), expect.stringContaining(name)]);
  expect(page).not.toMatch(/<script|https?:\/\/(?!127)/);
});

it("docs/scenarios.md names every surname and every rare invoice", () => {
  const named = new Set([...document.matchAll(/`([^`]+)`/g)].map(([, code]) => code!.replaceAll("\\|", "|")));
  const lowerCaseNames = new Set([...named].map((code) => code.toLowerCase()));
  expect(scenarioSurnames.filter((word) => !lowerCaseNames.has(word))).toEqual([]);
  const orderNumbers = rareInvoices.map(({ orderNumber }) => orderNumber);
  expect(orderNumbers.filter((name) => !name.startsWith("<") && !named.has(name))).toEqual([]);
});
