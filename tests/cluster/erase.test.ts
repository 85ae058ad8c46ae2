import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { createLog } from "#server/log.ts";
import { SessionStoreUnavailable } from "#server/session/portal-session.ts";
import { eraseFromStore } from "#server/start.ts";
import { freePort } from "#server/testing/free-port.ts";
import { processSettings, root } from "../support/portal-process.ts";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "demarc-erase-"));
afterAll(() => rmSync(folder, { recursive: true }));

const anna = "anna@harbour.example";

// server/session/erase.test.ts shows what it deletes, in both kinds of store.
it("`node server.ts --erase` says in words what it did, and ends with 1 if it doesn't know for whom", async () => {
  const env = {
    ...processSettings,
    LOG_LEVEL: "silent",
    SESSION_STORE: `sqlite:${join(folder, "s.sqlite")}`,
  };
  const erase = (...email: string[]) =>
    run(process.execPath, ["server.ts", "--erase", ...email], {
      cwd: root,
      env: env as unknown as NodeJS.ProcessEnv,
    });
  const [done, refused] = await Promise.allSettled([erase(anna), erase()]);
  expect(done).toMatchObject({
    status: "fulfilled",
    value: {
      stdout: `We don't keep anything about ${anna}: nobody has signed in with that address in the last year.\n`,
    },
  });
  const said = expect.stringContaining("Say who to erase: node server.ts --erase <email>") as string;
  expect(refused).toMatchObject({ reason: { code: 1, stderr: said } });
});

it("refuses a store that it can't reach", async () => {
  const erase = (store: string) =>
    eraseFromStore({ environment: { SESSION_STORE: store }, log: createLog("silent") }, anna);
  await expect(erase("sqlite::memory:")).rejects.toThrow("restart the portal to empty it");
  const away = erase(`redis://127.0.0.1:${await freePort()}`);
  await expect(away).rejects.toBeInstanceOf(SessionStoreUnavailable);
});
