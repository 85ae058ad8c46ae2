import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { Writable } from "node:stream";
import { expect, it } from "vitest";
import { createLog } from "./log.ts";

it("hides the code of a sign-in, and names the code of an error", () => {
  const lines: string[] = [];
  const write = (line: unknown, _: string, done: () => void) => (lines.push(String(line)), done());
  const log = createLog("info", new Writable({ write }));
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
