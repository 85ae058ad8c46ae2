import { setTimeout as sleep } from "node:timers/promises";
import { createClient, createCluster, createSentinel } from "@redis/client";
import { parseRedisAddress } from "./redis-address.ts";

/** Redis's address and whatever else is needed to connect. */
export interface RedisConnection {
  /** In the form that {@link parseRedisAddress} reads. */
  readonly url: string;
  /** Certificates (PEM) of the authorities that may sign the server's; undefined for those that Node trusts. */
  readonly ca?: string | undefined;
  /** The Sentinels' own password, which may differ from the servers'. */
  readonly sentinelPassword?: string | undefined;
}

type Commands = Pick<
  ReturnType<typeof createClient>,
  "eval" | "hDel" | "hGet" | "hGetAll" | "hScan" | "isReady" | "publish" | "subscribe"
>;

/** The same interface to a single server, to servers behind Sentinels and to a Cluster. */
export interface RedisClient extends Commands {
  /** Keeps trying to connect until it succeeds; after that the client reconnects itself. `onFault` gets all errors. */
  open(onFault: (error: unknown) => void): Promise<void>;
  /** Replaces the connection, because its server may have become a replica. */
  reopen(): Promise<void>;
  close(): void;
  /** Each primary's `INFO memory` report. */
  memoryReports(): Promise<readonly string[]>;
}

const CONNECT_MS = 2_000;
/** A connection that's silent for this long, despite pings, counts as dead and is replaced. */
const SILENCE_MS = 10_000;
const PING_MS = 4_000;
const RECONNECT_MAX_MS = 1_000;
/** How long to pause before trying again to connect for the first time. */
const RETRY_MS = 500;
/** How often we ask the Sentinels, or a Cluster with an unreachable server, for the current primaries. */
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
      // A failed command isn't repeated, because its caller has already got the error.
      maxCommandRediscovers: 0,
      passthroughClientErrorEvents: true,
    });
    return toRedisClient(sentinel, async () => [await sentinel.info("memory")]);
  }
  const database = path === "" ? {} : { database: Number(path) };
  const client = createClient({ ...common, ...login, ...database, socket: { ...socket, ...nodes[0]! } });
  return toRedisClient(client, async () => [await client.info("memory")]);
}

/** What the three clients' types have in common; they declare the commands differently. */
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
  /** Retries itself, because the Sentinel and Cluster clients give up if no server answers. */
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
