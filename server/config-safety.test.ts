import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { portalSettings } from "#provider/portal-settings.ts";
import { ConfigFaults, readConfig, type Environment } from "./config.ts";

function faultsOf(settings: Environment): readonly string[] {
  try {
    readConfig({ ...portalSettings("http://127.0.0.1:1"), ...settings });
    return [];
  } catch (error) {
    if (error instanceof ConfigFaults) return error.faults;
    throw error;
  }
}

it("the start is refused if the platform would kill a stop", () => {
  const faults = (seconds: string, settings: Environment = {}) =>
    faultsOf({ STOP_GRACE_SECONDS: seconds, ...settings });
  const tooShort = (seconds: number) =>
    expect.stringMatching(
      `^STOP_GRACE_SECONDS is too short: .* stopping can take up to ${seconds} s$`,
    ) as string;
  expect([faultsOf({}), faults("55"), faults("54")]).toEqual([[], [], [tooShort(55)]]);
  expect(faults("55", { DRAIN_DELAY_MS: "2001" })).toEqual([tooShort(56)]);
  expect(faults("55", { API_TIMEOUT_SECONDS: "31" })).toEqual([tooShort(56)]);
  expect([faults("35", { API_TIMEOUT_SECONDS: "1" }), faults("34", { API_TIMEOUT_SECONDS: "1" })]).toEqual([
    [],
    [tooShort(35)],
  ]);
  // All faults together, each once.
  expect(faults("54", { TRUST_PROXY: "x" })).toEqual([expect.stringMatching(/^TRUST_PROXY /), tooShort(55)]);
  expect(faults("54", { API_TIMEOUT_SECONDS: "x" })).toEqual([
    expect.stringMatching(/^API_TIMEOUT_SECONDS /),
  ]);
});

it("compose.yaml waits as long as it says", () => {
  const { services } = parse(readFileSync("compose.yaml", "utf8"), { merge: true }) as Compose;
  const { environment, stop_grace_period } = services["portal-1"];
  expect(stop_grace_period).toBe(`${environment["STOP_GRACE_SECONDS"]}s`);
  expect(faultsOf(environment)).toEqual([]);
});

interface Compose {
  readonly services: Readonly<
    Record<"portal-1", { readonly environment: Environment; readonly stop_grace_period: string }>
  >;
}
