import { expect, it, vi } from "vitest";
import { getContactRules } from "#shared/portal-api/contacts.ts";
import { loadFormRules } from "./form-rules.ts";
import { rule } from "./testing/rule.ts";

it("caches the rules by session and account for ten minutes, and logs unknown ones", async () => {
  let now = Date.parse("2026-11-20T08:00:00Z");
  const call = vi.fn(async () => [rule("Surname", "HouseStyle")]);
  const log = { warn: vi.fn() };
  const args = { context: { log, services: { now: () => new Date(now) } } };
  const ask = (clientId: string, handle = "a session") => {
    const portal = { api: { call }, session: { handle }, account: { clientId } };
    const request = { args, portal } as unknown as Parameters<typeof loadFormRules>[0];
    return loadFormRules(request, getContactRules);
  };
  await ask("1001");
  await ask("1001");
  expect(call).toHaveBeenCalledTimes(1);
  await ask("1002");
  await ask("1001", "another session");
  expect(call).toHaveBeenCalledTimes(3);
  now += 9 * 60_000;
  await ask("1001");
  expect(call).toHaveBeenCalledTimes(3);
  now += 2 * 60_000;
  await ask("1001");
  expect(call).toHaveBeenCalledTimes(4);
  expect(log.warn).toHaveBeenCalledWith(
    { call: getContactRules.path, rules: ["HouseStyle"] },
    "unknown validation rules skipped",
  );
});
