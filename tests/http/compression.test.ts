import { afterAll, beforeAll, expect, it } from "vitest";
import { send } from "../support/raw.ts";
import { createWorld, startWorld, world, type World } from "../support/world.ts";

startWorld();

/** A portal whose proxy compresses. */
let behind: World;
beforeAll(async () => {
  behind = await createWorld({ environment: { COMPRESSION: "off" } });
});
afterAll(() => behind.close());

const ask = (at: World, path: string) =>
  send(at.portal.url, { path, headers: { "accept-encoding": "gzip, br", "sec-fetch-mode": "navigate" } });
const encodingOf = async (at: World, path: string) => (await ask(at, path)).headers["content-encoding"];

it("compresses pages unless COMPRESSION is off; what the build compressed comes so either way", async () => {
  expect(await encodingOf(world, "/login")).toBe("br");
  const page = await ask(behind, "/login");
  expect(page.headers["content-encoding"]).toBeUndefined();
  expect(page.headers.vary ?? "").not.toContain("Accept-Encoding");
  expect(page.text).toContain("</html>");

  const [style = ""] = /\/assets\/[^"]+\.css/.exec(page.text) ?? [];
  expect(await encodingOf(behind, style)).toBe("br");
  expect(await encodingOf(world, style)).toBe("br");
});
