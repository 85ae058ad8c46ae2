import { pino } from "pino";
import { expect, it } from "vitest";
import { createMetrics } from "./metrics.ts";
import { deviations, liveSessions } from "./services.ts";

it("counts every answer that is not as agreed, and logs each call and field once a day", () => {
  const lines: string[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) });
  const counted: string[] = [];
  const metrics = {
    ...createMetrics(),
    countDeviation: (...told: string[]) => void counted.push(told.join(" ")),
  };
  let clock = new Date("2026-03-01T09:00:00Z");
  const onDeviation = deviations(log, metrics, () => clock);
  for (const field of ["items.unit", "items.unit", "status"]) onDeviation("GET Invoice/Details", field);
  clock = new Date("2026-03-01T23:59:59Z");
  onDeviation("GET Invoice/Details", "items.unit");
  clock = new Date("2026-03-02T00:00:00Z");
  onDeviation("GET Invoice/Details", "items.unit");
  expect(counted).toHaveLength(5);
  expect(lines.map((line) => (JSON.parse(line) as { field: string }).field)).toEqual([
    "items.unit",
    "status",
    "items.unit",
  ]);
});

it("writes a line of the audit trail for each renewal that was tried for a stream", async () => {
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
    ["done", "failed", "failed"].map((told) => ({ audit: "renewal", outcome: told })),
  );
});
