import { expect, it } from "vitest";
import { portalSettings } from "#provider/portal-settings.ts";
import { variables } from "./config-variables.ts";
import { ConfigFaults, readConfig } from "./config.ts";
import { partNames, parts, withoutSetting, type Part } from "./optional-parts.ts";

const complete: Readonly<Record<string, string>> = {
  NODE_ENV: "production",
  PUBLIC_URL: "https://portal.example",
  SESSION_SECRET: "a-secret-for-tests-only-0123456789abcdef",
  ...portalSettings("https://provider.example"),
  DEMO: "1",
};

const settingsOf = (part: Part) => parts[part].needs.map((key) => variables[key].name);
/** `none` is how one says that there is no hub; the others are left out. */
const leftOut = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, name === "PORTAL_HUB_URL" ? "none" : undefined]));

it("leaves out no part where all is set", () => {
  expect(readConfig(complete).absent).toEqual([]);
});

it.each(partNames)("leaves out %s, and that alone, without its settings", (part) => {
  expect(readConfig({ ...complete, ...leftOut(settingsOf(part)) }).absent).toEqual([part]);
});

it.each(partNames.flatMap(settingsOf).filter((name) => /^(FIBRE|EMPLOYEE)/.test(name)))(
  "does not start with half of a part, without %s",
  (name) => {
    const start = () => readConfig({ ...complete, [name]: "" });
    expect(start).toThrow(ConfigFaults);
    expect(start).toThrow(`${name} is missing, which goes with others that are set`);
  },
);

it("says of a setting that is not usable only that", () => {
  const start = () => readConfig({ ...complete, FIBRE_PRODUCTS_URL: "ftp://fibre.example" });
  expect(start).toThrow("has 1 fault:\n  FIBRE_PRODUCTS_URL is not usable");
});

it("takes the hub to be at the API, unless there is none", () => {
  const hubAt = (url: string) => readConfig({ ...complete, PORTAL_HUB_URL: url }).portalHubUrl;
  expect([hubAt(""), hubAt("https://hub.example/"), hubAt("none")]).toEqual([
    "https://provider.example/api/Hub/myportalalerts",
    "https://hub.example",
    null,
  ]);
});

it("says of every setting that may be left out what is absent then", () => {
  const inParts = partNames.flatMap((part): readonly string[] => parts[part].needs);
  const silent = Object.entries(variables).filter(([key, { schema, about, required, fallback }]) => {
    const { success, data } = schema.safeParse(undefined);
    const mayBeUnset = !required && fallback === undefined && success && data === undefined;
    return mayBeUnset && !inParts.includes(key) && !(key in withoutSetting) && !about.includes("default");
  });
  expect(silent.map(([key]) => key)).toEqual([]);
});
