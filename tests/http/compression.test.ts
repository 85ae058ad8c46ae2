import { afterAll, beforeAll, expect, it } from "vitest";
import { send } from "../support/raw.ts";
import { createWorld, startWorld, world, type World } from "../support/world.ts";

startWorld();

/** A portal that leaves compression to its proxy. */
let behindProxy: World;
beforeAll(async () => {
  behindProxy = await createWorld({ environment: { COMPRESSION: "off" } });
});
afterAll(() => behindProxy.close());

const ask = (at: World, path: string) =>
  send(at.portal.url, { path, headers: { "accept-encoding": "gzip, br", "sec-fetch-mode": "navigate" } });
const encodingOf = async (at: World, path: string) => (await ask(at, path)).headers["content-encoding"];

it("pages are compressed unless COMPRESSION is off; assets, compressed by the build, always are", async () => {
  expect(await encodingOf(world, "/login")).toBe("br");
  const page = await ask(behindProxy, "/login");
  expect(page.headers["content-encoding"]).toBeUndefined();
  expect(page.headers.vary ?? "").not.toContain("Accept-Encoding");
  expect(page.text).toContain("</html>");

  const [style = ""] = /\/assets\/[^"]+\.css/.exec(page.text) ?? [];
  expect(await encodingOf(behindProxy, style)).toBe("br");
  expect(await encodingOf(world, style)).toBe("br");
});
