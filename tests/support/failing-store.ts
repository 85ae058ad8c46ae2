import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { startRedis } from "#server/session/testing/redis-server.ts";

/** When an outage begins: around the claim that protects a call, or immediately. */
export const moments = ["before the claim", "claim's answer lost", "after the claim", "at once"] as const;
type Moment = (typeof moments)[number];

/** A session store that a test can take away from the portals. */
export interface FailingStore {
  /** The portals' SESSION_STORE. */
  readonly address: string;
  /** The store itself, for the test's own sessions. */
  readonly direct: string;
  /** Takes the store away for this long, starting at this point in the next claim. */
  fail(moment: Moment, ms: number): void;
  close(): Promise<unknown>;
}

/** A Redis behind a proxy that can be cut. */
export async function failingRedis(): Promise<FailingStore> {
  const redis = await startRedis();
  const connections = new Set<Socket>();
  let downUntil = 0;
  let planned: { readonly moment: Moment; readonly ms: number } | undefined;
  const cut = (ms: number) => {
    downUntil = performance.now() + ms;
    for (const socket of connections) socket.destroy();
  };
  const server: Server = createServer((client) => {
    if (performance.now() < downUntil) return void client.destroy();
    const upstream = connect(redis.port, "127.0.0.1");
    for (const socket of [client, upstream]) {
      connections.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        connections.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    let cutAtAnswer: { readonly ms: number; readonly isLost: boolean } | undefined;
    client.on("data", (chunk) => {
      if (planned && isClaim(chunk)) {
        const { moment, ms } = planned;
        planned = undefined;
        if (moment === "before the claim") return cut(ms);
        cutAtAnswer = { ms, isLost: moment === "claim's answer lost" };
      }
      upstream.write(chunk);
    });
    upstream.on("data", (chunk) => {
      if (!cutAtAnswer) return void client.write(chunk);
      const { ms, isLost } = cutAtAnswer;
      if (isLost) cut(ms);
      else client.write(chunk, () => cut(ms));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return {
    address: `redis://127.0.0.1:${port}`,
    direct: redis.url,
    fail(moment, ms) {
      if (moment === "at once") cut(ms);
      else planned = { moment, ms };
    },
    async close() {
      cut(0);
      server.close();
      await redis.stop();
    },
  };
}

/** Work that's only done once is claimed as in the previous build (server/session/former.ts), under the name `once`. */
const isClaim = (chunk: Buffer) => chunk.includes("$4\r\nonce\r\n") && chunk.includes("PEXPIRE");

/** A session file that another process locks. A lock can't be timed by a claim, so it begins a moment later. */
export function failingFile(): FailingStore {
  const folder = mkdtempSync(join(tmpdir(), "demarc-ledger-"));
  const path = join(folder, "sessions.sqlite");
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  const locks = new Set<Promise<void>>();
  const lock = async (delayMs: number, ms: number) => {
    await wait(delayMs);
    const db = new DatabaseSync(path, { timeout: 0 });
    while (!isLocked(db)) await wait(1);
    await wait(ms);
    db.close();
  };
  return {
    address: `sqlite:${path}`,
    direct: `sqlite:${path}`,
    fail(moment, ms) {
      const locked = lock(moments.length - 1 - moments.indexOf(moment), ms).finally(() =>
        locks.delete(locked),
      );
      locks.add(locked);
    },
    async close() {
      await Promise.all(locks);
      remove();
    },
  };
}

/** Locks the file for other processes, unless one of them is writing. */
function isLocked(db: DatabaseSync): boolean {
  try {
    db.exec("BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    if (String(error).includes("locked")) return false;
    throw error;
  }
}
