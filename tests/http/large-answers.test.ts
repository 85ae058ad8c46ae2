import { describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { textOf } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startWithAnna({ environment: { API_ANSWER_MB: "2" } });

describe("an answer of the API", () => {
  it("that is larger than is taken gets its page and a line in the log", async () => {
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

  it("that lists tens of thousands is shown as far as anybody reads, and says how many there are", async () => {
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
});
