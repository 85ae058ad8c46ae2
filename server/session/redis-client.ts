import { setTimeout as sleep } from "node:timers/promises";
import { createClient, createCluster, createSentinel } from "@redis/client";
import { parseRedisAddress } from "./redis-address.ts";

/** Where the store is, and what goes with it. */
export interface RedisConnection {
  /** As {@link parseRedisAddress} reads it. */
  readonly url: string;
  /** Certificates, PEM, of who may have signed the server's; undefined for those that Node knows. */
  readonly ca?: string | undefined;
  /** What the Sentinels ask for, which need not be the servers' password. */
  readonly sentinelPassword?: string | undefined;
}

type Commands = Pick<
  ReturnType<typeof createClient>,
  "eval" | "hDel" | "hGet" | "hGetAll" | "isReady" | "publish" | "set" | "subscribe"
>;

/** What a single server, the one that Sentinels name and a Cluster answer alike. */
export interface RedisClient extends Commands {
  /** Connects, again and again until it could, and from then on by itself. `onFault` is told what went wrong meanwhile. */
  open(onFault: (error: unknown) => void): Promise<void>;
  /** Makes the connection anew: the one there is may lead to a server that has become a replica. */
  reopen(): Promise<void>;
  close(): void;
  /** The report `memory` of each server that takes writes. */
  memoryReports(): Promise<readonly string[]>;
}

const CONNECT_MS = 2_000;
/** A connection that is silent for this time, despite pings, counts as dead and is replaced. */
const SILENCE_MS = 10_000;
const PING_MS = 4_000;
const RECONNECT_MAX_MS = 1_000;
/** Between two tries to find the first server. */
const RETRY_MS = 500;
/** How often the Sentinels, or a Cluster with a server that is away, are asked who takes writes. */
const TOPOLOGY_MS = 1_000;

/** A client that has not begun to connect. Commands fail at once while it is not connected. Throws for another address. */
export function createRedisClient({ url, ca, sentinelPassword }: RedisConnection): RedisClient {
  const parsed = parseRedisAddress(url);
  if (!parsed) throw new Error("The address of Redis can't be read.");
  const { kind, nodes, path, isTls, ...login } = parsed;
  const socket = {
    connectTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    reconnectStrategy: (retries: number) => Math.min(50 * 2 ** Math.min(retries, 10), RECONNECT_MAX_MS),
    ...(isTls && { tls: true as const, ...(ca !== undefined && { ca }) }),
  };
  const common = { disableOfflineQueue: true, commandsQueueMaxLength: 10_000, pingInterval: PING_MS, socket };
  if (kind === "cluster") {
    const defaults = { ...common, ...login };
    const rootNodes = nodes.map((node) => ({ ...defaults, socket: { ...socket, ...node } }));
    const topologyRefreshOnReconnectionAttemptStrategy = TOPOLOGY_MS;
    const cluster = createCluster({ rootNodes, defaults, topologyRefreshOnReconnectionAttemptStrategy });
    const memoryReports = () =>
      Promise.all(cluster.masters.map(async (node) => (await cluster.nodeClient(node)).info("memory")));
    return kept(cluster, memoryReports);
  }
  if (kind === "sentinel") {
    const sentinel = createSentinel({
      name: path,
      sentinelRootNodes: nodes,
      nodeClientOptions: { ...common, ...login },
      sentinelClientOptions: {
        ...common,
        ...(sentinelPassword !== undefined && { password: sentinelPassword }),
      },
      scanInterval: TOPOLOGY_MS,
      // A command that failed is not sent again: the caller has been told that it failed.
      maxCommandRediscovers: 0,
      passthroughClientErrorEvents: true,
    });
    return kept(sentinel, async () => [await sentinel.info("memory")]);
  }
  const database = path === "" ? {} : { database: Number(path) };
  const client = createClient({ ...common, ...login, ...database, socket: { ...socket, ...nodes[0]! } });
  return kept(client, async () => [await client.info("memory")]);
}

/** What the three clients have in common beside the commands, which their types say each in its own way. */
interface Connectable {
  readonly isOpen: boolean;
  connect(): Promise<unknown>;
  destroy(): unknown;
  on(event: "error", listener: (error: unknown) => void): unknown;
}

function kept(client: Connectable, memoryReports: RedisClient["memoryReports"]): RedisClient {
  let isClosed = false;
  let onFault: (error: unknown) => void = () => undefined;
  // Without a listener the first error would end the process.
  client.on("error", (error) => onFault(error));
  /** A single server is waited for by its client; where no Sentinel or server of a Cluster answers, it gives up. */
  async function connect(): Promise<void> {
    while (!isClosed && !client.isOpen) {
      try {
        await client.connect();
      } catch (error) {
        if (isClosed) return;
        onFault(error);
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
  }
  const disconnect = async () => {
    if (client.isOpen) await client.destroy();
  };
  const more = {
    memoryReports,
    open(tell: typeof onFault) {
      onFault = tell;
      return connect();
    },
    reopen: () => disconnect().then(connect),
    close() {
      isClosed = true;
      disconnect().catch(onFault);
    },
  };
  return Object.assign(client, more) as unknown as RedisClient;
}
