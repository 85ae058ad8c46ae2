import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "#server/testing/free-port.ts";

/** Where Debian's package installs Redis. */
const BINARY = "/usr/bin/redis-server";

/** If false, the tests that need Redis are skipped, and the console says so once. */
export const redisAvailable = existsSync(BINARY);
if (!redisAvailable) process.stderr.write(`No ${BINARY} here: the tests of the Redis store are left out.\n`);

/** A separate Redis for one test file: empty, in memory, on a free port. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Stops answering without closing a connection. */
  freeze(): void;
  thaw(): void;
  /** Like `kill -9`: all the data is lost. */
  kill(): Promise<void>;
  /** Starts again, empty, on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a Redis; resolves when it listens. */
export async function startRedis(): Promise<RedisServer> {
  const directory = await mkdtemp(join(tmpdir(), "redis-test-"));
  const port = await freePort();
  let server = await launchRedis(directory, port);
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    freeze: () => void server.child.kill("SIGSTOP"),
    thaw: () => void server.child.kill("SIGCONT"),
    kill: () => server.kill(),
    async restart() {
      await server.kill();
      server = await launchRedis(directory, port);
    },
    async stop() {
      await server.kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A process of Redis. */
export interface RedisProcess {
  readonly child: ChildProcess;
  /** Like `kill -9`: all the data is lost. */
  kill(): Promise<void>;
}

/** Starts Redis in this directory, with the configuration file if one is given; resolves when it listens. */
export async function launchRedis(
  directory: string,
  port: number,
  options: readonly string[] = [],
  configFile?: string,
): Promise<RedisProcess> {
  const isSentinel = options.includes("--sentinel");
  const baseOptions = ["--port", String(port), "--bind", "127.0.0.1", ...(isSentinel ? [] : ["--save", ""])];
  const args = [
    ...(configFile === undefined ? [] : [configFile]),
    ...baseOptions,
    "--dir",
    directory,
    ...options,
  ];
  const child = spawn(BINARY, args, { cwd: directory, stdio: "ignore" });
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  };
  for (let attempt = 0; attempt < 400; attempt += 1) {
    if (await isListening(port)) return { child, kill };
    await sleep(25);
  }
  await kill();
  throw new Error("redis-server did not start.");
}

/** True if the port accepts connections, with or without TLS. */
function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, "127.0.0.1", () => settle(true));
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("error", () => settle(false));
  });
}
