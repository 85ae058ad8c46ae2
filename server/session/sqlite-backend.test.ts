import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { SessionStoreUnavailable } from "./portal-session.ts";
import { SqliteBackend } from "./sqlite-backend.ts";
import type { SqliteFileOptions } from "./sqlite-file.ts";
import { created } from "./testing/stores.ts";

const SESSION = { fields: new Map([["user", "sealed"]]), expiresAt: 1_000, endsAt: 2_000 };

/** Whether a test may mount a small disk in a namespace of its own. */
const canMount = spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "tmpfs", tmpdir()]).status === 0;

describe("the session file", () => {
  let directory: string;
  let file: string;
  let backend: SqliteBackend;
  let now = 0;
  const putAside: string[] = [];
  const faults: unknown[] = [];
  const warnings: unknown[] = [];
  const log = {
    warn({ err }: { err?: unknown }, text: string) {
      if (err === undefined) warnings.push(text);
      else faults.push(err);
    },
    fatal: ({ keptAs }: { keptAs: string }) => void putAside.push(keptAs),
  } as unknown as SqliteFileOptions["log"];
  const open = (path = file) => new SqliteBackend({ file: path, now: () => now, log });
  beforeEach(async () => {
    warnings.length = 0;
    directory = await mkdtemp(join(tmpdir(), "sessions-test-"));
    file = join(directory, "deep", "sessions.db");
    now = 0;
    backend = open();
  });
  afterEach(async () => {
    await backend.close();
    await rm(directory, { recursive: true, force: true });
  });

  it("is created if it is missing, for its owner only", async () => {
    await backend.ping();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it("survives a restart", async () => {
    await backend.change("a", created(SESSION));
    await backend.close();
    backend = open();
    expect(await backend.load("a")).toEqual(SESSION);
  });

  it("can be read but not written while another process has locked it", async () => {
    await backend.change("a", created(SESSION));
    const other = new DatabaseSync(file);
    other.exec("BEGIN IMMEDIATE");
    const changes = { set: new Map([["user", "other"]]) };
    await expect(backend.change("a", changes)).rejects.toBeInstanceOf(SessionStoreUnavailable);
    expect(await backend.load("a")).toEqual(SESSION);
    other.exec("ROLLBACK");
    other.close();
    expect(await backend.change("a", changes)).toBe("saved");
  });

  it("is waited for while it is locked, without blocking the event loop, for a second at most", async () => {
    await backend.change("a", created(SESSION));
    const other = new DatabaseSync(file);
    other.exec("BEGIN IMMEDIATE");
    let turns = 0;
    const probe = setInterval(() => (turns += 1), 5);
    const signIns = Array.from({ length: 30 }, (_, index) => backend.change(`b${index}`, created(SESSION)));
    const outcomes = await Promise.allSettled(signIns);
    clearInterval(probe);
    expect(outcomes.map(({ status }) => status)).toEqual(Array(30).fill("rejected"));
    expect(turns).toBeGreaterThan(20);
    const late = backend.change("a", { set: new Map([["user", "late"]]) });
    other.exec("COMMIT");
    other.close();
    expect(await late).toBe("saved");
  });

  it("is opened without blocking the event loop while another process has an exclusive lock", async () => {
    await backend.change("a", created(SESSION));
    await backend.close();
    const other = new DatabaseSync(file);
    other.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; DELETE FROM share");
    backend = open();
    const begun = performance.now();
    const loading = backend.load("a");
    await nextTurn();
    expect(performance.now() - begun).toBeLessThan(1_000);
    other.exec("COMMIT");
    other.close();
    expect(await loading).toEqual(SESSION);
  });

  it("lets the event loop run during a long series of calls", async () => {
    let turns = 0;
    const count = () => {
      turns += 1;
      if (isCounting) setImmediate(count);
    };
    let isCounting = true;
    setImmediate(count);
    for (let calls = 0; calls < 2_000; calls += 1) await backend.load("a");
    isCounting = false;
    expect(turns).toBeGreaterThan(10);
  });

  it("runs at most 50 of many parallel calls in one turn of the event loop", async () => {
    await backend.ping();
    const answered: number[] = [];
    let turns = 0;
    const count = () => {
      turns += 1;
      if (isCounting) setImmediate(count);
    };
    let isCounting = true;
    setImmediate(count);
    const load = () => backend.load("a").then(() => (answered[turns] = (answered[turns] ?? 0) + 1));
    await Promise.all(Array.from({ length: 500 }, load));
    isCounting = false;
    expect(Math.max(...answered.filter(Boolean))).toBeLessThanOrEqual(50);
  });

  it("is created again, empty, after it was deleted, and the log says so", async () => {
    await backend.change("a", created(SESSION));
    await rm(join(directory, "deep"), { recursive: true });
    await backend.ping();
    expect(warnings.splice(0)).toEqual([expect.stringContaining("session file has been replaced")]);
    expect(await backend.load("a")).toBeUndefined();
    expect(await backend.change("b", created(SESSION))).toBe("saved");
    expect((await stat(file)).isFile()).toBe(true);
  });

  it.each(["no database at all", "broken in its middle"])(
    "is put aside if it is %s, and a new one is created",
    async (kind) => {
      for (let id = 0; id < 200; id += 1)
        await backend.change(
          `a${id}`,
          created({ ...SESSION, fields: new Map([["user", "x".repeat(2_000)]]) }),
        );
      await backend.close();
      const whole = await readFile(file);
      const broken = kind.startsWith("no")
        ? Buffer.from("no database".repeat(1_000))
        : whole.fill(0x5a, 4_096);
      await writeFile(file, broken);
      for (const suffix of ["-wal", "-shm"]) await rm(file + suffix, { force: true });
      backend = open();
      const sessions = await Promise.all(["a1", "a2"].map((id) => backend.load(id)));
      expect(sessions).toEqual([undefined, undefined]);
      expect(await backend.change("b", created(SESSION))).toBe("saved");
      const [aside, ...more] = putAside.splice(0);
      expect(more).toEqual([]);
      expect(aside).toMatch(/sessions\.db\.broken-1970-01-01T00-00-00\.000Z$/);
      // Vitest compares bytes one by one, which takes a second.
      expect(broken.equals(await readFile(aside ?? ""))).toBe(true);
    },
  );

  it("is put aside with its -wal file if another process still has it open", async () => {
    await backend.ping();
    const other = new DatabaseSync(file);
    other.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    await backend.close();
    await writeFile(file, "no database".repeat(1_000));
    backend = open();
    expect(await backend.change("a", created(SESSION))).toBe("saved");
    const [aside] = putAside.splice(0);
    expect((await stat(`${aside}-wal`)).isFile()).toBe(true);
    other.close();
    expect(await backend.load("a")).toEqual(SESSION);
  });

  it("is unavailable, with a fault reported, if it is broken and can't be put aside", async () => {
    await backend.ping();
    await backend.close();
    await writeFile(file, "no database".repeat(1_000));
    await mkdir(`${file}.broken-1970-01-01T00-00-00.000Z`);
    backend = open();
    await expect(backend.ping()).rejects.toBeInstanceOf(SessionStoreUnavailable);
    expect(faults.splice(0)).toMatchObject([{ code: "EISDIR" }]);
  });

  it("is put aside at most once a minute, so that broken files don't fill a bad disk", async () => {
    const damage = async () => {
      for (const suffix of ["", "-wal", "-shm"]) await rm(file + suffix, { force: true });
      await writeFile(file, "no database".repeat(1_000));
    };
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    await backend.ping();
    await damage();
    await backend.ping();
    await damage();
    await expect(backend.ping()).rejects.toBeInstanceOf(SessionStoreUnavailable);
    vi.advanceTimersByTime(60_000);
    await backend.ping();
    expect(putAside.splice(0)).toHaveLength(2);
  });

  it.skipIf(!canMount)("fails the ping while the disk is full", async () => {
    const code = `
      import { execSync } from "node:child_process";
      execSync("mount -t tmpfs -o size=2m tmpfs ${directory}");
      const { SqliteBackend } = await import("${new URL("./sqlite-backend.ts", import.meta.url).href}");
      const store = new SqliteBackend({ file: "${directory}/s.db", now: () => 0, log: { warn: () => undefined } });
      const isReady = () => store.ping().then(() => true, () => false);
      console.log(await isReady());
      execSync("cat /dev/zero > ${directory}/fill || true", { stdio: "ignore" });
      console.log(await isReady());
      execSync("rm ${directory}/fill");
      console.log(await isReady());`;
    const node = [process.execPath, "--input-type=module", "-e", code];
    const { stdout } = await promisify(execFile)("unshare", ["-rm", ...node]);
    expect(stdout.trim().split("\n")).toEqual(["true", "false", "true"]);
  });

  it("doesn't keep a process alive", async () => {
    const code = `import(process.argv[1]).then(({ SqliteBackend }) =>
      new SqliteBackend({ file: ":memory:", now: Date.now, log: {} }).ping())`;
    const path = new URL("./sqlite-backend.ts", import.meta.url).href;
    const worker = new Worker(code.replace("process.argv[1]", JSON.stringify(path)), { eval: true });
    expect(await once(worker, "exit")).toEqual([0]);
  });

  it("can be in memory, separate for each store", async () => {
    const [first, second] = [open(":memory:"), open(":memory:")];
    await first.change("a", created(SESSION));
    expect(await first.load("a")).toEqual(SESSION);
    expect(await second.load("a")).toBeUndefined();
    await Promise.all([first.close(), second.close()]);
    await expect(first.load("a")).rejects.toBeInstanceOf(SessionStoreUnavailable);
  });
});
