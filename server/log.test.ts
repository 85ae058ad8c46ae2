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
