import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createConnection, createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Where Debian's package puts it. */
const BINARY = "/usr/bin/redis-server";

/** False is said once on the console: what needs Redis is then left out. */
export const redisAvailable = existsSync(BINARY);
if (!redisAvailable) process.stderr.write(`No ${BINARY} here: the tests of the Redis store are left out.\n`);

/** A Redis of its own for one test file: empty, in memory, on a free port. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Stops answering without closing a connection. */
  freeze(): void;
  thaw(): void;
  /** As `kill -9`; all data is lost. */
  kill(): Promise<void>;
  /** Starts again, empty, on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Resolves when it answers. */
export async function startRedis(): Promise<RedisServer> {
  const directory = await mkdtemp(join(tmpdir(), "redis-test-"));
  const port = await freePort();
  let child = await launch(port, directory);
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    kill,
    async restart() {
      await kill();
      child = await launch(port, directory);
    },
    async stop() {
      await kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function launch(port: number, directory: string): Promise<ChildProcess> {
  const options = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", directory];
  const child = spawn(BINARY, options, { stdio: "ignore" });
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (await answers(port)) return child;
    await sleep(25);
  }
  child.kill("SIGKILL");
  throw new Error("redis-server did not start.");
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, "127.0.0.1", () => socket.write("PING\r\n"));
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("data", (data) => settle(data.toString().startsWith("+PONG")));
    socket.once("error", () => settle(false));
  });
}
