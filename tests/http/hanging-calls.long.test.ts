import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "#server/testing/free-port.ts";
import { signedIn } from "../support/signed-in.ts";
import { textOf, type Visitor } from "../support/visitor.ts";
import { createWorld, type World } from "../support/world.ts";

const QUOTES = "/Quote/QuotesByCurrentClientId";
const hangs = new Promise<undefined>(() => {});

describe("an operation of the API that hangs", () => {
  let world: World;
  let anna: Visitor;
  let metrics: string;
  beforeAll(async () => {
    const port = await freePort();
    metrics = `http://127.0.0.1:${port}/metrics`;
    world = await createWorld({ environment: { API_TIMEOUT_SECONDS: "15", METRICS_PORT: String(port) } });
    anna = await signedIn(world, "anna", "1001");
  });
  afterAll(() => world.close());

  const saysOpen = async () =>
    (await (await fetch(metrics)).text()).includes(`api_breaker_open{call="GET ${QUOTES.slice(1)}"} 1`);
  const linesOf = (msg: string) => world.portal.log.filter((line) => line.msg === msg);

  it(
    "holds up no other page, soon fails without a wait, and comes back by itself",
    { timeout: 150_000 },
    async () => {
      let isHanging = true;
      let held = 0;
      const script = ({ path }: { path: string }) => {
        if (path !== QUOTES || !isHanging) return undefined;
        held += 1;
        return hangs;
      };
      await world.api.scripted(script, async () => {
        // More views than the 128 places that one hanging call can hold.
        const views = Array.from({ length: 140 }, () => anna.get("/products/quotes"));
        await expect.poll(() => held, { timeout: 30_000 }).toBe(128);
        const others = await Promise.all(["/account/locations", "/invoices"].map((path) => anna.get(path)));
        expect(others.map(({ status }) => status)).toEqual([200, 200]);
        expect(await saysOpen()).toBe(false);
        const statuses = (await Promise.all(views)).map(({ status }) => status);
        expect(new Set(statuses)).toEqual(new Set([503, 504]));
        expect(await saysOpen()).toBe(true);
        const sent = held;
        const again = await Promise.all([1, 2].map(() => anna.get("/products/quotes")));
        // One of them may be let through to find out whether the operation still hangs.
        expect(held - sent).toBeLessThanOrEqual(1);
        const told = again.find(({ status }) => status === 503)!;
        expect(textOf(told)).toContain("There was an error loading quotes.");
        expect(told.headers.get("retry-after")).toBe("5");
        isHanging = false;
        const comeBack = async () => (await anna.get("/products/quotes")).status;
        await expect.poll(comeBack, { timeout: 20_000 }).toBe(200);
        expect(await saysOpen()).toBe(false);
        expect([linesOf("breaker opened").length, linesOf("breaker closed").length]).toEqual([1, 1]);
      });
    },
  );
});
