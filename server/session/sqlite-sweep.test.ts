import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SqliteBackend } from "./sqlite-backend.ts";
import type { SqliteFileOptions } from "./sqlite-file.ts";
import { created } from "./testing/stores.ts";
import { HOUR } from "./testing/test-portal.ts";

const SESSION = { fields: new Map([["user", "sealed"]]), expiresAt: 1_000, endsAt: 2_000 };

describe("the sweep of the session file", () => {
  let directory: string;
  let file: string;
  let backend: SqliteBackend;
  let now = 0;
  const warnings: string[] = [];
  const log = { warn: (_: object, text: string) => void warnings.push(text) } as SqliteFileOptions["log"];
  /** Lets the time of all clocks pass. */
  const pass = (ms: number) => {
    now += ms;
    vi.advanceTimersByTime(ms);
  };

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "sessions-test-"));
    file = join(directory, "sessions.db");
    now = 0;
    vi.useFakeTimers({ toFake: ["performance"] });
    backend = new SqliteBackend({ file, now: () => now, log });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await backend.close();
    await rm(directory, { recursive: true, force: true });
  });

  it("deletes the fields, claims and members of a session that has ended or expired", async () => {
    for (const id of ["ended", "over", "alive"]) {
      await backend.change(id, created({ ...SESSION, expiresAt: id === "over" ? 500 : 1_500 }));
      await backend.former.claim(id, "claim", "holder", 2_000);
      await backend.former.addMembers(id, "set", new Map([["hash", "sealed"]]));
    }
    await backend.end("ended");
    pass(1_000);
    await backend.sweep();
    const db = new DatabaseSync(file);
    for (const table of ["session", "field", "claim", "member"])
      expect(db.prepare(`SELECT DISTINCT id FROM ${table}`).all()).toEqual([{ id: "alive" }]);
    expect(db.prepare("SELECT id FROM tombstone").all()).toEqual([{ id: "ended" }]);
    pass(2 * HOUR);
    await backend.sweep();
    expect(db.prepare("SELECT id FROM tombstone").all()).toEqual([]);
    db.close();
  });

  it("goes in batches, between which the event loop runs", async () => {
    for (let id = 0; id < 1_000; id += 1) await backend.change(`a${id}`, created(SESSION));
    await backend.change("alive", created({ ...SESSION, expiresAt: 9_000 }));
    pass(1_000);
    let turns = 0;
    const count = () => {
      turns += 1;
      if (isCounting) setImmediate(count);
    };
    let isCounting = true;
    setImmediate(count);
    await backend.sweep();
    isCounting = false;
    expect(turns).toBeGreaterThanOrEqual(10);
    const db = new DatabaseSync(file);
    expect(db.prepare("SELECT id FROM session").all()).toEqual([{ id: "alive" }]);
    db.close();
  });

  it("doesn't read the file through where it has nothing to delete", async () => {
    const fields = new Map(Array.from({ length: 20 }, (_, index) => [`field ${index}`, "sealed"]));
    for (let id = 0; id < 3_000; id += 1) await backend.change(`a${id}`, created({ ...SESSION, fields }));
    const db = new DatabaseSync(file);
    const readThrough = db.prepare("SELECT count(*) FROM field WHERE id NOT IN (SELECT id FROM session)");
    const fastest = async (work: () => unknown) => {
      const times: number[] = [];
      for (let tries = 0; tries < 5; tries += 1) {
        // `performance` is the tests'.
        const begun = process.hrtime.bigint();
        await work();
        times.push(Number(process.hrtime.bigint() - begun));
      }
      return Math.min(...times);
    };
    expect(await fastest(() => backend.sweep())).toBeLessThan((await fastest(() => readThrough.get())) / 2);
    db.close();
  });

  it("deletes nothing for an hour after the clock has jumped, because it may be wrong, and the log says so", async () => {
    await backend.change("a", created(SESSION));
    for (const jump of [HOUR, -HOUR]) {
      now += jump;
      await backend.sweep();
      expect(warnings.splice(0)).toEqual([expect.stringContaining("clock has jumped")]);
      pass(60_000);
      await backend.sweep();
    }
    expect(await backend.load("a")).toEqual(SESSION);
    expect(warnings).toEqual([]);
    pass(HOUR);
    await backend.sweep();
    expect(await backend.load("a")).toBeUndefined();
  });
});
