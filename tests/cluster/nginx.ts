import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findNginx } from "../../scripts/find-programs.ts";

const program = findNginx();

/** Without nginx, the tests that need it are skipped. */
export const nginxAvailable = program !== undefined;
if (!nginxAvailable) process.stderr.write("No nginx here: the tests of several instances are left out.\n");

export interface Nginx {
  /** One line for each request, as deploy/nginx.conf formats it. */
  readonly accessLog: () => Promise<readonly string[]>;
  /** Its error log: instances that couldn't be reached, answers that broke off. */
  readonly errorLog: readonly string[];
  stop(): Promise<void>;
}

/**
 * Starts nginx with deploy/nginx.conf, its addresses and folder replaced; resolves when it listens. `connections` is the
 * limit for each address, which must be higher if many browsers run on this machine.
 */
export async function startNginx(
  port: number,
  portals: readonly number[],
  connections = 512,
): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), "demarc-nginx-"));
  const file = join(folder, "nginx.conf");
  await writeFile(file, await configuration(port, portals, folder, connections));
  const args = ["-p", folder, "-c", file, "-g", "daemon off;"];
  const child = spawn(program!, args, { stdio: ["ignore", "ignore", "pipe"] });
  const errorLog: string[] = [];
  child.stderr.on("data", (chunk: Buffer) => errorLog.push(chunk.toString()));
  await listening(port, child, errorLog);
  return {
    errorLog,
    async accessLog() {
      const text = await readFile(join(folder, "access.log"), "utf8");
      return text.split("\n").filter(Boolean);
    },
    async stop() {
      if (child.exitCode === null) {
        const exited = once(child, "exit");
        child.kill("SIGTERM");
        await exited;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function configuration(
  port: number,
  portals: readonly number[],
  folder: string,
  connections: number,
): Promise<string> {
  const text = await readFile(new URL("../../deploy/nginx.conf", import.meta.url), "utf8");
  const replacements = [
    ["/tmp/", `${folder}/`],
    ["/dev/stdout", `${folder}/access.log`],
    ["limit_conn addresses 512", `limit_conn addresses ${connections}`],
    ["listen 8080", `listen 127.0.0.1:${port}`],
    [
      "server portal-1:3000 max_fails=0;\n    server portal-2:3000 max_fails=0;",
      portals.map((one) => `server 127.0.0.1:${one} max_fails=0;`).join("\n"),
    ],
  ] as const;
  return replacements.reduce((conf, [from, to]) => {
    if (!conf.includes(from!)) throw new Error(`deploy/nginx.conf has no ${from} any more`);
    return conf.replaceAll(from!, to!);
  }, text);
}

async function listening(port: number, child: ChildProcess, errorLog: readonly string[]): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (child.exitCode !== null) throw new Error(`nginx ended:\n${errorLog.join("")}`);
    if (await accepts(port)) return;
    await sleep(25);
  }
  child.kill("SIGKILL");
  throw new Error("nginx did not start");
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    }).once("error", () => resolve(false));
  });
}
