import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { firstOrAll, isLong } from "../tests/support/long.ts";

/** A process with a watchdog of one second, which runs `codeOnInput` when it reads a line. It logs to `out`. */
function startWatched(codeOnInput: string, out: "pipe" | number = "pipe") {
  const moduleUrl = JSON.stringify(new URL("./watchdog.ts", import.meta.url).href);
  const code = `
    const { createWatchdog } = await import(${moduleUrl});
    const watchdog = createWatchdog();
    for (let index = 1; index <= 20; index += 1) watchdog.rememberRequest("request-" + index);
    watchdog.watch(1, (error) => console.log(error));
    process.stdin.once("data", () => { ${codeOnInput} });
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

describe("a process whose event loop is blocked", () => {
  it.each(
    firstOrAll([
      ["a loop that never yields", "(function walk() { for (;;) Math.random() })()", "walk"],
      [
        "a loop in microtasks",
        "(async function walk() { for (;;) { await null; for (let index = 0; index < 1e6; index += 1) Math.random(); } })()",
        "walk",
      ],
      ["a regular expression that takes forever", "/^(a+)+$/.test('a'.repeat(60) + 'b')", "Socket"],
    ]),
  )("exits with 70 and logs the stack and the last requests: %s", async (_name, codeOnInput, where) => {
    const { lines, ready, go, ended } = startWatched(codeOnInput);
    await ready;
    go();
    expect(await ended).toEqual([70, null]);
    const [line = "{}"] = lines;
    expect(JSON.parse(line)).toMatchObject({
      level: "fatal",
      msg: "the event loop is stuck, so the process is ending",
      lastRequests: Array.from({ length: 16 }, (_, index) => `request-${index + 5}`),
      stack: expect.stringContaining(where) as string,
    });
  });

  if (!isLong) return;

  it("is killed if it is blocked in native code", async () => {
    const { lines, ready, go, ended } = startWatched(
      `process.getBuiltinModule("child_process").execSync("sleep 60")`,
    );
    await ready;
    go();
    expect(await ended).toEqual([null, "SIGKILL"]);
    expect(lines[0]).toContain("the event loop stands still");
  });

  it("is killed if it is blocked because nobody reads its log", async () => {
    const path = join(mkdtempSync(join(tmpdir(), "watchdog-test-")), "log");
    execFileSync("mkfifo", [path]);
    const log = openSync(path, "r+");
    // Blocking, as standard output is in a terminal.
    const writes = `process.stdout._handle.setBlocking(true);
      for (;;) process.getBuiltinModule("fs").writeSync(1, "more ".repeat(10_000))`;
    const { ready, go, ended } = startWatched(writes, log);
    await ready;
    go();
    expect(await ended).toEqual([null, "SIGKILL"]);
    closeSync(log);
    rmSync(dirname(path), { recursive: true });
  });

  it("isn't ended because it was suspended for longer than the limit, as on a machine that sleeps", async () => {
    const { child, ready, go, ended } = startWatched("setTimeout(() => process.exit(0), 2_000)");
    await ready;
    child.kill("SIGSTOP");
    // Longer than the limit, to show that this time doesn't count.
    await delay(2_500);
    child.kill("SIGCONT");
    go();
    expect(await ended).toEqual([0, null]);
  });
});
