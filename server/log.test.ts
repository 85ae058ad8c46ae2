import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { Writable } from "node:stream";
import { expect, it } from "vitest";
import { createLog } from "./log.ts";

function collectingLog() {
  const lines: string[] = [];
  const write = (line: unknown, _: string, done: () => void) => (lines.push(String(line)), done());
  return { lines, log: createLog("info", new Writable({ write })) };
}

it("hides secrets at any depth, and those of every line of a child", () => {
  const { lines, log } = collectingLog();
  const child = log.child({ email: "anna@harbour.example" });
  child.info(
    { reply: { user: { tokens: [{ identityToken: "secret-1" }] }, "set-cookie": ["secret-2"] } },
    "a",
  );
  child.info({ status: 200 }, 'b "token":');
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { email: "[redacted]", reply: { user: { tokens: [{ identityToken: "[redacted]" }] } }, msg: "a" },
    { email: "[redacted]", status: 200, msg: 'b "token":' },
  ]);
  expect(lines.join()).not.toMatch(/secret-|anna/);
  expect(lines.every((line) => line.endsWith("}\n"))).toBe(true);
});

it("hides the code of a sign-in, and names the code of an error", () => {
  const { lines, log } = collectingLog();
  const err = Object.assign(new Error("in use"), { code: "EADDRINUSE" });
  log.error({ err, code: "secret-code", query: { code: "secret-code" } }, "failed");
  expect(lines.join()).toContain("EADDRINUSE");
  expect(lines.join()).not.toContain("secret-code");
});

it("drops lines that can't be written, and lets the process go on and end", () => {
  const fullDisk = openSync("/dev/full", "w");
  const script = `
    const { createLog } = await import("./server/log.ts");
    createLog("info").fatal("a line");
    process.stderr.write("still there");`;
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", fullDisk, "pipe"],
    timeout: 10_000,
    encoding: "utf8",
  });
  closeSync(fullDisk);
  expect([status, stderr]).toEqual([0, "still there"]);
});
