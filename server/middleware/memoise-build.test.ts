import type { ServerBuild } from "@remix-run/node";
import { expect, it } from "vitest";
import { memoisePerSegment } from "./memoise-build.ts";

const paths: Record<string, [parentId: string | undefined, path: string | undefined]> = {
  root: [undefined, ""],
  login: ["root", "/login"],
  callback: ["root", "/login/callback"],
  shell: ["root", undefined],
  home: ["shell", "/"],
  invoices: ["shell", "/invoices"],
  invoice: ["invoices", "/invoices/:id"],
  unknown: ["shell", "/*"],
};
const routes = Object.fromEntries(
  Object.entries(paths).map(([id, [parentId, path]]) => [id, { id, parentId, path, module: {} }]),
);
const build = { routes, assets: { routes } } as unknown as ServerBuild;
const always = ["root", "shell", "home", "unknown"];

it.each([
  ["/login", ["login", "callback"]],
  ["/LOGIN/callback", ["login", "callback"]],
  ["/invoices/7", ["invoices", "invoice"]],
  ["//invoices", ["invoices", "invoice"]],
  ["/invoices.data", ["invoices", "invoice"]],
  ["/_root.data", []],
  ["/", []],
  ["/no-such-page", []],
  ["/constructor", []],
])("keeps the routes that %s can match, and drops those of other segments", (path, matching) => {
  const narrowed = memoisePerSegment(build, (part) => part)(path);
  expect(Object.keys(narrowed.routes).sort()).toEqual([...always, ...matching].sort());
  expect(Object.keys(narrowed.assets.routes).sort()).toEqual([...always, ...matching].sort());
});

it("keeps all routes for an encoded address, and narrows the build once per segment", () => {
  const narrowed = memoisePerSegment(build, (part) => part);
  expect(narrowed("/%69nvoices")).toEqual(build);
  expect(narrowed("/invoices/1")).toBe(narrowed("/invoices/2"));
  expect(narrowed("/one")).toBe(narrowed("/two"));
});
