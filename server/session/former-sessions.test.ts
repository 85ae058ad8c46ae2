import { pino } from "pino";
import { expect, it, onTestFinished } from "vitest";
import { createFormerSessions } from "./former-sessions.ts";
import type { KeptEntry } from "./portal-session.ts";
import { createKeyRing } from "./seal.ts";
import { newSessionId } from "./session-store.ts";
import { SqliteBackend } from "./sqlite-backend.ts";

const draft = (name: string): KeptEntry => ({
  kind: "draft",
  name,
  keptAt: Date.now(),
  value: [["a", "typed"]],
});

function setUp() {
  const backend = new SqliteBackend({ file: ":memory:", now: Date.now, log: pino({ enabled: false }) });
  onTestFinished(() => backend.close());
  const ring = createKeyRing(["a secret of this test, long enough"]);
  const id = newSessionId(ring.marksOf("jane")[0]);
  const sessions = createFormerSessions(backend, ring, Date.now);
  return {
    backend,
    keep: (name: string) => sessions.keep(id, [draft(name)], "192.0.2.1"),
    take: async () => (await sessions.take(id, "jane")).map(({ name }) => name),
  };
}

it("what a former session kept is taken by one of two sign-ins, and nothing can be kept after that", async () => {
  const { keep, take } = setUp();
  await keep("/account contact");
  const taken = await Promise.all([take(), take()]);
  expect(taken.flat()).toEqual(["/account contact"]);
  expect([await keep("/late"), await take()]).toEqual([false, []]);
});

it("what another tab keeps while a former session's drafts are taken is taken with them", async () => {
  const { backend, keep, take } = setUp();
  await keep("/first");
  const { load } = backend;
  backend.load = async (key) => {
    backend.load = load;
    const stored = await backend.load(key);
    await keep("/second");
    return stored;
  };
  expect(await take()).toEqual(["/second"]);
});
