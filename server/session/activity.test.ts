import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createActivity, MAX_ENTRIES, RETENTION_MS } from "./activity.ts";
import type { SignedInUser } from "./portal-session.ts";
import type { SessionBackend } from "./session-backend.ts";
import { openRecords, storeKinds, type TestStore } from "./testing/stores.ts";

const entry = (what: string) => ({ what, outcome: "ok", account: "1001", browser: "Firefox" });
const person = (id: string, issuer = "https://identity.example", b2c = true) =>
  ({ id, issuer, b2c }) as SignedInUser;

describe.each(storeKinds.filter(({ available }) => available))("a person's activity, in $name", (kind) => {
  let store: TestStore;
  let backend: SessionBackend;
  let now = Date.now();
  let activity: ReturnType<typeof createActivity>;
  const whatOf = async (user: SignedInUser) => (await activity.list(user)).map(({ what }) => what);

  beforeAll(async () => {
    store = await kind.start();
    const opened = openRecords(store.address);
    backend = opened.backend;
    await vi.waitFor(() => backend.ping(), { timeout: 10_000 });
    activity = createActivity(opened.records, () => new Date(now));
  });
  afterAll(async () => {
    await backend.close();
    await store.stop();
  });

  it("is listed newest first, with employees marked, and stored sealed", async () => {
    const ella = person("ella", undefined, false);
    await activity.record(ella, entry("Contact saved"));
    now += 1;
    await activity.record(ella, entry("Zanzibar sent"));
    expect(await activity.list(ella)).toEqual([
      { ...entry("Zanzibar sent"), at: now, isEmployee: true },
      { ...entry("Contact saved"), at: now - 1, isEmployee: true },
    ]);
    expect(await store.everything()).not.toContain("Zanzibar");
  });

  it("is separate for the same id at another identity provider", async () => {
    await activity.record(person("one"), entry("Ticket logged"));
    expect(await whatOf(person("two"))).toEqual([]);
    expect(await whatOf(person("one", "https://other.example"))).toEqual([]);
    expect(await whatOf(person("one"))).toEqual(["Ticket logged"]);
  });

  it("loses no entry of several that are added in parallel", async () => {
    const all = Array.from({ length: 12 }, (_, number) => `Number ${number}`);
    await Promise.all(all.map((what) => activity.record(person("parallel"), entry(what))));
    expect((await whatOf(person("parallel"))).toSorted()).toEqual(all.toSorted());
  });

  it("of a herd's sign-ins takes few writes", async () => {
    const load = vi.spyOn(backend, "load");
    await Promise.all(
      Array.from({ length: 300 }, (_, number) => activity.record(person("herd"), entry(`${number}`))),
    );
    expect(load.mock.calls.length).toBeLessThan(5);
    load.mockRestore();
    expect(await whatOf(person("herd"))).toHaveLength(300);
  });

  it("is kept for 90 days", async () => {
    await activity.record(person("old"), entry("Long ago"));
    now += RETENTION_MS - 1;
    expect(await whatOf(person("old"))).toEqual(["Long ago"]);
    now += 1;
    expect(await whatOf(person("old"))).toEqual([]);
    await activity.record(person("old"), entry("Now"));
    expect(await whatOf(person("old"))).toEqual(["Now"]);
  });

  it("consists of the newest 500 entries", async () => {
    for (let number = 0; number <= MAX_ENTRIES; number += 1)
      await activity.record(person("busy"), entry(`Number ${number}`));
    const entries = await whatOf(person("busy"));
    expect([entries.length, entries.includes("Number 0"), entries.includes(`Number ${MAX_ENTRIES}`)]).toEqual(
      [500, false, true],
    );
  });
});
