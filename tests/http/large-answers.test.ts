import { describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { textOf } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startWithAnna({ environment: { API_ANSWER_MB: "2" } });

describe("an answer of the API", () => {
  it("that is too large ends in an error page and a line in the log", async () => {
    const body = JSON.stringify({ quoteId: "21001", items: [], details: "a".repeat(3 * 1024 * 1024) });
    const reply = await world.api.scripted(
      ({ path }) => (path === "/Quote/QuoteById" ? { body } : undefined),
      () => anna.get("/products/quotes/21001"),
    );
    expect(reply.status).toBe(502);
    expect(textOf(reply)).toContain("There was an error loading quote");
    const causes = () => world.portal.log.map(({ msg, cause }) => [msg, cause]);
    await expect.poll(causes).toContainEqual(["portal API call failed", "TOO_LARGE"]);
  });

  it("that lists tens of thousands of rows is shown in part, and the page says how many are left out", async () => {
    const row = (id: number) => ({ quoteId: String(id), projectId: `P${id}`, quoteDateTime: "2026-01-02" });
    const body = JSON.stringify({
      items: Array.from({ length: 20_000 }, (_, id) => row(id + 1)),
      totalCount: 20_000,
    });
    const reply = await world.api.scripted(
      ({ path }) => (path === "/Quote/QuotesByCurrentClientId" ? { body } : undefined),
      () => anna.get("/products/quotes"),
    );
    expect(textOf(reply)).toContain("15,000 more are neither shown nor searched here");
  });

  it("whose page would hand more than a megabyte to its scripts is shown without scripts", async () => {
    const edited = (text: string) => {
      const names = ["address1", "address2", "address3", "town", "county", "postcode", "accessNotes"];
      return JSON.stringify({
        addressId: "1",
        rowVersion: "1",
        ...Object.fromEntries(names.map((name) => [name, name + text])),
      });
    };
    for (const [length, hasScripts] of [
      [10, true],
      [100_000, false],
    ] as const) {
      const reply = await world.api.scripted(
        ({ path }) => (path === "/Address/Edit/1" ? { body: edited('"'.repeat(length)) } : undefined),
        () => anna.get("/account/locations/1"),
      );
      expect(reply.text.includes("__remixContext")).toBe(hasScripts);
      expect(reply.text).toContain("Save Location");
    }
  });
});
