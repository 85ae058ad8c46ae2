import { expect, it, vi } from "vitest";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { lastRenewals } from "./renewal.server.ts";

it("reads what subscriptions cost only for people with Orders, and of 30 invoices 24", async () => {
  const call = vi.fn(() => Promise.resolve({ total: 12.5 }));
  const numbers = Array.from({ length: 30 }, (_, index) => String(index + 1));
  const readBy = (role: string) => {
    const portal = { api: { call }, user: { roles: [`1001-${role}`] }, account: { clientId: "1001" } };
    return lastRenewals({} as RouteArgs, portal as unknown as Portal, ["", "1", ...numbers]);
  };
  expect((await readBy("Contracts")).size).toBe(0);
  expect(call).not.toHaveBeenCalled();
  const renewals = await readBy("Orders");
  expect(call).toHaveBeenCalledTimes(24);
  expect([renewals.get("1"), renewals.get("30")]).toEqual([
    { invoice: "1", to: "/invoices/1", total: "£12.50" },
    { invoice: "30" },
  ]);
});
