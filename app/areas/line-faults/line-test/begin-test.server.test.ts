import { expect, it, onTestFinished, vi } from "vitest";
import { requireRole } from "#app/request/require.ts";
import { startScriptedApi } from "#app/request/testing/scripted-api.ts";
import type { Records } from "#server/session/records.ts";
import { openPortal } from "#server/testing/route-args.ts";
import { beginTest } from "./begin-test.server.ts";

it("a request that can't release its lock holds up no other line for longer than its heartbeats are missed", async () => {
  const api = await startScriptedApi();
  onTestFinished(() => api.close());
  api.on("POST LineFault/LineFaultCheck", 7);
  const account = { clientId: "1", name: "One" };
  const opened = await openPortal({ apiUrl: api.url, roles: ["1-Support"], account });
  const begin = async (formInstance: string, cli: string, records = opened.services.records) => {
    const args = await opened.args("/services/line-faults");
    Object.assign(args.context, { services: { ...args.context.services, records } });
    const portal = await requireRole(args, "Support");
    return beginTest(args, portal, { cli, postcode: "YO21 3PU", faultCode: "NDT", formInstance });
  };
  const { records } = opened.services;
  const unlessGone = <T extends unknown[], R>(write: (...args: T) => Promise<R>) => {
    return (...args: T) => (api.seen.length > 0 ? Promise.reject(new Error("gone")) : write(...args));
  };
  const failing = { ...records, change: unlessGone(records.change) } as Records;

  expect(await begin("first", "01947100200", failing)).toEqual({ to: "/services/line-faults/7" });
  await expect(begin("second", "01947101200")).rejects.toThrow("another one is being requested");
  const now = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 6_000);
  onTestFinished(() => now.mockRestore());
  api.on("POST LineFault/LineFaultCheck", 8);
  expect(await begin("second", "01947101200")).toEqual({ to: "/services/line-faults/8" });
});
