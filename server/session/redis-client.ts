import { createClient, createCluster, createSentinel } from "redis";
import { parseRedisAddress } from "./redis-address.ts";

/** Where the store is, and what goes with it. */
export interface RedisPlace {
  /** As {@link parseRedisAddress} reads it. */
  readonly url: string;
  /** Certificates, PEM, of who may have signed the server's; undefined for those that Node knows. */
  readonly ca?: string | undefined;
  /** What the Sentinels ask for, which need not be the servers' password. */
  readonly sentinelPassword?: string | undefined;
}

/** What a single server, the one that Sentinels name and a Cluster answer alike. */
export type RedisClient = Pick<
  ReturnType<typeof createClient>,
  | "connect"
  | "destroy"
  | "eval"
  | "hDel"
  | "hGet"
  | "hGetAll"
  | "isOpen"
  | "isReady"
  | "on"
  | "publish"
  | "set"
  | "subscribe"
> & {
  /** The report `memory` of each server that takes writes. */
  readonly memoryReports: () => Promise<readonly string[]>;
};

const CONNECT_MS = 2_000;
/** A connection that is silent for this time, despite pings, counts as dead and is replaced. */
const SILENCE_MS = 10_000;
const PING_MS = 4_000;
const RECONNECT_MAX_MS = 1_000;
/** How often the Sentinels, or a Cluster with a server that is away, are asked who takes writes. */
const TOPOLOGY_MS = 1_000;

/** A client that has not begun to connect. Commands fail at once while it is not connected. Throws for another address. */
export function createRedisClient({ url, ca, sentinelPassword }: RedisPlace): RedisClient {
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
    return withReports(cluster, memoryReports);
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
    return withReports(sentinel, async () => [await sentinel.info("memory")]);
  }
  const database = path === "" ? {} : { database: Number(path) };
  const client = createClient({ ...common, ...login, ...database, socket: { ...socket, ...nodes[0]! } });
  return withReports(client, async () => [await client.info("memory")]);
}

/** The three clients have the same commands, which their types say each in its own way. */
function withReports(client: object, memoryReports: RedisClient["memoryReports"]): RedisClient {
  return Object.assign(client, { memoryReports }) as unknown as RedisClient;
}
