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
/** The environment without these settings. The hub has a default, so it's set to `none`. */
const environmentWithout = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, name === "PORTAL_HUB_URL" ? "none" : undefined]));

it("no part is absent if all settings are set", () => {
  expect(readConfig(complete).absent).toEqual([]);
});

it.each(partNames)("if the settings of the part %s are missing, only this part is absent", (part) => {
  expect(readConfig({ ...complete, ...environmentWithout(settingsOf(part)) }).absent).toEqual([part]);
});

it.each(partNames.flatMap(settingsOf).filter((name) => /^(FIBRE|EMPLOYEE)/.test(name)))(
  "a part with some of its settings but without %s is refused",
  (name) => {
    const start = () => readConfig({ ...complete, [name]: "" });
    expect(start).toThrow(ConfigFaults);
    expect(start).toThrow(`${name} is missing, but settings that belong with it are set`);
  },
);

it("an unusable setting of a part isn't also reported as missing", () => {
  const start = () => readConfig({ ...complete, FIBRE_PRODUCTS_URL: "ftp://fibre.example" });
  expect(start).toThrow("has 1 fault:\n  FIBRE_PRODUCTS_URL is not usable");
});

it("the hub's default is below the API's address, and `none` leaves the hub out", () => {
  const hubAt = (url: string) => readConfig({ ...complete, PORTAL_HUB_URL: url }).portalHubUrl;
  expect([hubAt(""), hubAt("https://hub.example/"), hubAt("none")]).toEqual([
    "https://provider.example/api/Hub/myportalalerts",
    "https://hub.example",
    null,
  ]);
});

it("every optional setting says what is absent without it", () => {
  const settingsOfParts = partNames.flatMap((part): readonly string[] => parts[part].needs);
  const undocumented = Object.entries(variables).filter(
    ([key, { schema, about, required, defaultValue }]) => {
      const { success, data } = schema.safeParse(undefined);
      const mayBeUnset = !required && defaultValue === undefined && success && data === undefined;
      return (
        mayBeUnset && !settingsOfParts.includes(key) && !(key in withoutSetting) && !about.includes("default")
      );
    },
  );
  expect(undocumented.map(([key]) => key)).toEqual([]);
});
