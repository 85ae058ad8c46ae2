import { once } from "node:events";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SessionStoreUnavailable } from "./portal-session.ts";
import { SqliteBackend } from "./sqlite-backend.ts";

const SESSION = { fields: new Map([["user", "sealed"]]), expiresAt: 1_000, endsAt: 2_000 };

describe("the session file", () => {
  let directory: string;
  let file: string;
  let backend: SqliteBackend;
  let now = 0;
  const open = (path = file) => new SqliteBackend({ file: path, now: () => now, onFault: () => undefined });

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "sessions-test-"));
    file = join(directory, "deep", "sessions.db");
    now = 0;
    backend = open();
  });
  afterEach(async () => {
    await backend.close();
    await rm(directory, { recursive: true, force: true });
  });

  it("is made where it is missing, for its owner alone", async () => {
    await backend.ping();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it("survives a restart", async () => {
    await backend.create("a", SESSION);
    await backend.close();
    backend = open();
    expect(await backend.load("a")).toEqual(SESSION);
  });

  it("is unavailable to writers while another process holds it, readable, and right again after that", async () => {
    await backend.create("a", SESSION);
    const other = new DatabaseSync(file);
    other.exec("BEGIN IMMEDIATE");
    const changes = { set: new Map([["user", "other"]]), remove: [] };
    await expect(backend.update("a", changes)).rejects.toBeInstanceOf(SessionStoreUnavailable);
    expect(await backend.load("a")).toEqual(SESSION);
    other.exec("ROLLBACK");
    other.close();
    expect(await backend.update("a", changes)).toBe("saved");
  });

  it("is made anew after it was deleted: signed out, no error", async () => {
    await backend.create("a", SESSION);
    await rm(join(directory, "deep"), { recursive: true });
    await backend.ping();
    expect(await backend.load("a")).toBeUndefined();
    expect(await backend.create("b", SESSION)).toBe("saved");
    expect((await stat(file)).isFile()).toBe(true);
  });

  it("is unavailable while it is no database, and right again without a restart", async () => {
    await backend.ping();
    await backend.close();
    await writeFile(file, "not a database, by far not".repeat(100));
    for (const suffix of ["-wal", "-shm"]) await rm(file + suffix, { force: true });
    backend = open();
    await expect(backend.load("a")).rejects.toBeInstanceOf(SessionStoreUnavailable);
    await expect(backend.ping()).rejects.toBeInstanceOf(SessionStoreUnavailable);
    await rm(file);
    expect(await backend.load("a")).toBeUndefined();
  });

  it("forgets with a session all that hung on it, at its end and at its time-out", async () => {
    for (const id of ["ended", "over", "alive"]) {
      await backend.create(id, { ...SESSION, expiresAt: id === "over" ? 500 : 1_500 });
      await backend.claim(id, "claim", 2_000);
      await backend.addMembers(id, "set", new Map([["hash", "sealed"]]));
    }
    await backend.end("ended");
    now = 1_000;
    await backend.sweep();
    const db = new DatabaseSync(file);
    for (const table of ["session", "field", "claim", "member"])
      expect(db.prepare(`SELECT DISTINCT id FROM ${table}`).all()).toEqual([{ id: "alive" }]);
    expect(db.prepare("SELECT id FROM tombstone").all()).toEqual([{ id: "ended" }]);
    now = 2 * 60 * 60 * 1000;
    await backend.sweep();
    expect(db.prepare("SELECT id FROM tombstone").all()).toEqual([]);
    db.close();
  });

  it("keeps no process alive", async () => {
    const code = `import(process.argv[1]).then(({ SqliteBackend }) =>
      new SqliteBackend({ file: ":memory:", now: Date.now, onFault: () => undefined }).ping())`;
    const path = new URL("./sqlite-backend.ts", import.meta.url).href;
    const worker = new Worker(code.replace("process.argv[1]", JSON.stringify(path)), { eval: true });
    expect(await once(worker, "exit")).toEqual([0]);
  });

  it("keeps sessions in memory too, each store its own", async () => {
    const [one, two] = [open(":memory:"), open(":memory:")];
    await one.create("a", SESSION);
    expect(await one.load("a")).toEqual(SESSION);
    expect(await two.load("a")).toBeUndefined();
    await Promise.all([one.close(), two.close()]);
    await expect(one.load("a")).rejects.toBeInstanceOf(SessionStoreUnavailable);
  });
});
