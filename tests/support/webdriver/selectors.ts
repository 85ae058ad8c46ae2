import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { runInNewContext } from "node:vm";

/** What Playwright's `getByRole` takes, of which some are passed on. */
export type RoleOptions = Readonly<Record<string, string | number | boolean | RegExp | undefined>>;

/**
 * Playwright's own code that finds elements and tells their states, which it runs in pages of Chromium. It runs in any page, so
 * that a test body means the same in each browser. It's no public part, which is one reason for the pinned version.
 */
const playwrightsEngine = (() => {
  const bundle = createRequire(createRequire(import.meta.url).resolve("playwright")).resolve(
    "playwright-core",
  );
  const code = readFileSync(bundle.replace(/index\.\w+$/, "lib/coreBundle.js"), "utf8");
  const literal = /^ +source\d+ = ('.*packages\/injected\/src\/injectedScript\.ts.*');$/m.exec(code)?.[1];
  if (!literal) throw new Error("Playwright keeps its selectors elsewhere: see tests/support/webdriver/.");
  return String(runInNewContext(literal));
})();

const settings = {
  isUnderTest: false,
  sdkLanguage: "javascript",
  testIdAttributeName: "data-testid",
  stableRafCount: 1,
  browserName: "webkit",
  shouldPrependErrorPrefix: false,
  isUtilityWorld: true,
  customEngines: [],
};

/** A script that leaves Playwright's engine in the page for those that follow. */
export const loadEngine = `const module = {};${playwrightsEngine}
  globalThis.selectorEngine = new (module.exports.InjectedScript())(globalThis, ${JSON.stringify(settings)});`;

/** A text in a selector: a part of it in any case, or with `exact` the whole. */
export function textOf(text: string | RegExp, exact = false): string {
  if (text instanceof RegExp) return String(text).replace(/>>/g, "\\>\\>");
  return JSON.stringify(text) + (exact ? "s" : "i");
}

/** The selector of an element with this role. */
export function roleOf(role: string, { exact, ...options }: RoleOptions): string {
  const attributes = Object.entries(options).map(([name, value]) => {
    const isText = typeof value === "string" || value instanceof RegExp;
    return `[${name}=${isText ? textOf(value, exact === true) : String(value)}]`;
  });
  return `internal:role=${role}${attributes.join("")}`;
}
