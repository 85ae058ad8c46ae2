import { setTimeout as sleep } from "node:timers/promises";
import { createClient, createCluster, createSentinel } from "@redis/client";
import { parseRedisAddress } from "./redis-address.ts";

/** The address of Redis and what else is needed to connect. */
export interface RedisConnection {
  /** As {@link parseRedisAddress} reads it. */
  readonly url: string;
  /** Certificates (PEM) of the authorities trusted to sign the server's; undefined: those that Node trusts. */
  readonly ca?: string | undefined;
  /** The Sentinels' own password, which may differ from the servers'. */
  readonly sentinelPassword?: string | undefined;
}

type Commands = Pick<
  ReturnType<typeof createClient>,
  "eval" | "hDel" | "hGet" | "hGetAll" | "hScan" | "isReady" | "publish" | "subscribe"
>;

/** One interface to a single server, to servers behind Sentinels and to a Cluster. */
export interface RedisClient extends Commands {
  /** Tries to connect until it succeeds; afterwards the client reconnects by itself. `onFault` gets all errors. */
  open(onFault: (error: unknown) => void): Promise<void>;
  /** Replaces the connection, whose server may have become a replica. */
  reopen(): Promise<void>;
  close(): void;
  /** The `INFO memory` report of each primary. */
  memoryReports(): Promise<readonly string[]>;
}

const CONNECT_MS = 2_000;
/** A connection that is silent for this time, despite pings, counts as dead and is replaced. */
const SILENCE_MS = 10_000;
const PING_MS = 4_000;
const RECONNECT_MAX_MS = 1_000;
/** Pause before the next try to connect for the first time. */
const RETRY_MS = 500;
/** How often the Sentinels, or a Cluster with an unreachable server, are asked for the current primaries. */
const TOPOLOGY_MS = 1_000;

/** Doesn't connect yet. Without a connection commands fail immediately. Throws if the address is malformed. */
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
    return toRedisClient(cluster, memoryReports);
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
      // A failed command isn't repeated: its caller has already got the error.
      maxCommandRediscovers: 0,
      passthroughClientErrorEvents: true,
    });
    return toRedisClient(sentinel, async () => [await sentinel.info("memory")]);
  }
  const database = path === "" ? {} : { database: Number(path) };
  const client = createClient({ ...common, ...login, ...database, socket: { ...socket, ...nodes[0]! } });
  return toRedisClient(client, async () => [await client.info("memory")]);
}

/** What the types of the three clients have in common; they declare the commands differently. */
interface Connectable {
  readonly isOpen: boolean;
  connect(): Promise<unknown>;
  destroy(): unknown;
  on(event: "error", listener: (error: unknown) => void): unknown;
}

function toRedisClient(client: Connectable, memoryReports: RedisClient["memoryReports"]): RedisClient {
  let isClosed = false;
  let onFault: (error: unknown) => void = () => undefined;
  // Without a listener the first error would end the process.
  client.on("error", (error) => onFault(error));
  /** Tries again itself, because the clients of Sentinels and of a Cluster give up if no server answers. */
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
  const methods = {
    memoryReports,
    open(listener: typeof onFault) {
      onFault = listener;
      return connect();
    },
    reopen: () => disconnect().then(connect),
    close() {
      isClosed = true;
      disconnect().catch(onFault);
    },
  };
  return Object.assign(client, methods) as unknown as RedisClient;
}
