import type { ServerBuild } from "@remix-run/node";
import { expect, it } from "vitest";
import type { PageFacts } from "#shared/page-facts.ts";
import { findFacts } from "./set-up-page-facts.ts";

const component = () => null;
const page = (path: string, handle: PageFacts, parentId = "shell") => ({
  path,
  parentId,
  module: { handle, default: component },
});
const routes = {
  root: { path: "", module: { default: component } },
  shell: { parentId: "root", module: { default: component } },
  home: page("/", { rateLimit: "nothing" }),
  ticket: page("/tickets/:id", { acceptsFiles: true }),
  chat: page("/tickets/:id/chat", { postRateLimit: "requests" }),
  csv: { path: "/tickets/export.csv", parentId: "shell", module: {} },
  letter: { path: "/tickets/letter", parentId: "shell", module: { handle: { rateLimit: "lookups" } } },
  shop: page("/shop", { requiredParts: ["shop"] }),
  device: page("/shop/:name", { requiredParts: ["files"], postRateLimit: "requests" }, "shop"),
  unknown: page("/*", {}),
};
const assets = { routes: {} };
const build = { routes, assets } as unknown as ServerBuild;

it.each<[address: string, facts: PageFacts]>([
  ["/", { rateLimit: "nothing" }],
  ["/_root.data", { rateLimit: "nothing" }],
  ["/tickets/7", { acceptsFiles: true }],
  ["/tickets/7.data?list=a", { acceptsFiles: true }],
  ["/Tick%65ts/7/", { acceptsFiles: true }],
  ["/tickets/7/chat", { postRateLimit: "requests" }],
  ["/tickets/7/chat/more", {}],
  ["/no-such-page", {}],
])("%s has the facts of the page that Remix matches", (address, facts) => {
  expect(findFacts(build)(address)).toEqual(facts);
});

it("a route without a component counts as a download, unless its facts name another limit", () => {
  expect(findFacts(build)("/tickets/export.csv")).toEqual({ rateLimit: "downloads" });
  expect(findFacts(build)("/tickets/letter")).toEqual({ rateLimit: "lookups" });
});

it("a page inherits the facts of its parent pages", () => {
  expect(findFacts(build)("/shop")).toEqual({ requiredParts: ["shop"] });
  expect(findFacts(build)("/shop/phone")).toEqual({
    requiredParts: ["shop", "files"],
    postRateLimit: "requests",
  });
});
