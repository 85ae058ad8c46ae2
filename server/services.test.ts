import { pino } from "pino";
import { expect, it } from "vitest";
import { createMetrics } from "./metrics.ts";
import { liveSessions, recordDeviations } from "./services.ts";

it("counts every deviation from the contract, and logs each call and field once a day", () => {
  const lines: string[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) });
  const counted: string[] = [];
  const metrics = {
    ...createMetrics(),
    countDeviation: (...labels: string[]) => void counted.push(labels.join(" ")),
  };
  let clock = new Date("2026-06-30T09:00:00Z");
  const onDeviation = recordDeviations(log, metrics, () => clock);
  for (const field of ["items.unit", "items.unit", "status"]) onDeviation("GET Invoice/Details", field);
  clock = new Date("2026-06-30T22:59:59Z");
  onDeviation("GET Invoice/Details", "items.unit");
  clock = new Date("2026-06-30T23:00:00Z");
  onDeviation("GET Invoice/Details", "items.unit");
  expect(counted).toHaveLength(5);
  expect(lines.map((line) => (JSON.parse(line) as { field: string }).field)).toEqual([
    "items.unit",
    "status",
    "items.unit",
  ]);
});

it("writes a line of the audit trail for each attempted renewal of a live stream's tokens", async () => {
  const lines: object[] = [];
  const session = { handle: "h", user: undefined, account: undefined, tokens: { refreshToken: "r" } };
  let outcome = "renewed";
  const live = liveSessions(
    { info: (line: object) => void lines.push(line) } as never,
    { peek: async () => session } as never,
    { identity: { renew: async () => outcome } } as never,
  );
  for (outcome of ["renewed", "paused", "unreachable", "refused", "paused"])
    expect(await live.renew("reference")).toBe(session);
  expect(lines).toMatchObject(
    ["done", "failed", "failed"].map((result) => ({ audit: "renewal", outcome: result })),
  );
});
