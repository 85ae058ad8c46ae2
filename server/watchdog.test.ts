import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { firstOrAll, isLong } from "../tests/support/long.ts";

/** A process that watches itself, patient for a second, and does this when a line comes in. It logs to `out`. */
function watched(does: string, out: "pipe" | number = "pipe") {
  const watchdog = JSON.stringify(new URL("./watchdog.ts", import.meta.url).href);
  const code = `
    const { createWatchdog } = await import(${watchdog});
    const dog = createWatchdog();
    for (let at = 1; at <= 20; at += 1) dog.noteRequest("request-" + at);
    dog.watch(1, (error) => console.log(error));
    process.stdin.once("data", () => { ${does} });
    console.error("ready");`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
    stdio: ["pipe", out, "pipe"],
  });
  const lines: string[] = [];
  if (child.stdout) createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
  children.push(child);
  const ready = once(child.stderr!, "data");
  return { child, lines, ready, go: () => child.stdin?.write("go\n"), ended: once(child, "close") };
}

const children: ReturnType<typeof spawn>[] = [];
afterEach(() => children.splice(0).forEach((child) => child.kill("SIGKILL")));

describe("a process whose loop stands still", () => {
  it.each(
    firstOrAll([
      ["a loop that never yields", "(function walk() { for (;;) Math.random() })()", "walk"],
      [
        "a walk in microtasks",
        "(async function walk() { for (;;) { await null; for (let at = 0; at < 1e6; at += 1) Math.random(); } })()",
        "walk",
      ],
      ["an endless pattern", "/^(a+)+$/.test('a'.repeat(60) + 'b')", "Socket"],
    ]),
  )("ends with 70 and says where it was: %s", async (_name, does, where) => {
    const { lines, ready, go, ended } = watched(does);
    await ready;
    go();
    expect(await ended).toEqual([70, null]);
    const [line = "{}"] = lines;
    expect(JSON.parse(line)).toMatchObject({
      level: "fatal",
      msg: "the event loop stands still: the process ends",
      lastRequests: Array.from({ length: 16 }, (_, at) => `request-${at + 5}`),
      stack: expect.stringContaining(where) as string,
    });
  });

  if (!isLong) return;

  it("ends also where no JavaScript runs in it", async () => {
    const { lines, ready, go, ended } = watched(
      `process.getBuiltinModule("child_process").execSync("sleep 60")`,
    );
    await ready;
    go();
    expect(await ended).toEqual([null, "SIGKILL"]);
    expect(lines[0]).toContain("the event loop stands still");
  });

  it("ends also where the reader of its log stands still", async () => {
    const path = join(mkdtempSync(join(tmpdir(), "watchdog-test-")), "log");
    execFileSync("mkfifo", [path]);
    const log = openSync(path, "r+");
    // Blocking, as Node makes a terminal's.
    const writes = `process.stdout._handle.setBlocking(true);
      for (;;) process.getBuiltinModule("fs").writeSync(1, "more ".repeat(10_000))`;
    const { ready, go, ended } = watched(writes, log);
    await ready;
    go();
    expect(await ended).toEqual([null, "SIGKILL"]);
    closeSync(log);
    rmSync(dirname(path), { recursive: true });
  });

  it("goes on after it was stopped for longer than that, as on a machine that sleeps", async () => {
    const { child, ready, go, ended } = watched("setTimeout(() => process.exit(0), 2_000)");
    await ready;
    child.kill("SIGSTOP");
    // What is shown is that this time does not count.
    await delay(2_500);
    child.kill("SIGCONT");
    go();
    expect(await ended).toEqual([0, null]);
  });
});
