import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";

/** A process that watches itself, patient for a second, and does this when a line comes in. */
function watched(does: string) {
  const watchdog = JSON.stringify(new URL("./watchdog.ts", import.meta.url).href);
  const code = `
    const { createWatchdog } = await import(${watchdog});
    const dog = createWatchdog();
    for (let at = 1; at <= 20; at += 1) dog.noteRequest("request-" + at);
    dog.watch(1, (error) => console.log(error));
    process.stdin.once("data", () => { ${does} });
    console.log("ready");`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
  children.push(child);
  return { child, lines, go: () => child.stdin.write("go\n"), ended: once(child, "close") };
}

const children: ReturnType<typeof spawn>[] = [];
afterEach(() => children.splice(0).forEach((child) => child.kill("SIGKILL")));
const READY = { timeout: 20_000 };

describe("a process whose loop stands still", () => {
  it.each([
    ["a loop that never yields", "(function walk() { for (;;) Math.random() })()", "walk"],
    [
      "a walk in microtasks",
      "(async function walk() { for (;;) { await null; for (let at = 0; at < 1e6; at += 1) Math.random(); } })()",
      "walk",
    ],
    ["an endless pattern", "/^(a+)+$/.test('a'.repeat(60) + 'b')", "Socket"],
  ])("ends with 70 and says where it was: %s", async (_name, does, where) => {
    const { lines, go, ended } = watched(does);
    await expect.poll(() => lines, READY).toEqual(["ready"]);
    go();
    expect(await ended).toEqual([70, null]);
    const [, line = "{}"] = lines;
    expect(JSON.parse(line)).toMatchObject({
      level: "fatal",
      msg: "the event loop stands still: the process ends",
      lastRequests: expect.arrayContaining(["request-5", "request-20"]) as string[],
      stack: expect.stringContaining(where) as string,
    });
    expect(JSON.parse(line)).not.toMatchObject({ lastRequests: ["request-1"] });
  });

  it("ends also where no JavaScript runs in it", async () => {
    const { lines, go, ended } = watched(`process.getBuiltinModule("child_process").execSync("sleep 60")`);
    await expect.poll(() => lines, READY).toEqual(["ready"]);
    go();
    expect(await ended).toEqual([null, "SIGKILL"]);
    expect(lines[1]).toContain("the event loop stands still");
  });
});

it("goes on after it was stopped for longer than that, as on a machine that sleeps", async () => {
  const { child, lines, go, ended } = watched("setTimeout(() => process.exit(0), 2_000)");
  await expect.poll(() => lines, READY).toEqual(["ready"]);
  child.kill("SIGSTOP");
  // What is shown is that this time does not count.
  await delay(2_500);
  child.kill("SIGCONT");
  go();
  expect(await ended).toEqual([0, null]);
});
