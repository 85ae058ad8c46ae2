import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import type { RedisConnection } from "#server/session/redis-client.ts";
import { freePort } from "#server/testing/free-port.ts";
import { launchRedis, type RedisProcess } from "./redis-server.ts";

/** The running servers of one kind of Redis. */
interface RunningRedis {
  readonly connection: RedisConnection;
  stop(): Promise<void>;
}

interface RedisKind {
  readonly name: string;
  start(): Promise<RunningRedis>;
}

/** The kinds of Redis apart from a single server without TLS. */
export const redisKinds: readonly RedisKind[] = [
  { name: "Redis with TLS and a user name", start: startTls },
  { name: "Redis behind Sentinels", start: startSentinel },
  { name: "Redis Cluster", start: startCluster },
];

const createDirectory = () => mkdtempSync(join(tmpdir(), "redis-kinds-"));

function toRunningRedis(
  connection: RedisConnection,
  directory: string,
  servers: readonly RedisProcess[],
): RunningRedis {
  return {
    connection,
    async stop() {
      await Promise.all(servers.map((server) => server.kill()));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function startTls(): Promise<RunningRedis> {
  const directory = createDirectory();
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: directory, stdio: "ignore" });
  openssl(
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-keyout",
    "ca.key",
    "-out",
    "ca.crt",
    "-subj",
    "/CN=test",
  );
  openssl(
    "req",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-keyout",
    "own.key",
    "-out",
    "own.csr",
    "-subj",
    "/CN=redis",
  );
  writeFileSync(join(directory, "names"), "subjectAltName=IP:127.0.0.1");
  const signingOptions = [
    "-CA",
    "ca.crt",
    "-CAkey",
    "ca.key",
    "-CAcreateserial",
    "-extfile",
    "names",
    "-out",
    "own.crt",
  ];
  openssl("x509", "-req", "-in", "own.csr", ...signingOptions);
  const port = await freePort();
  const tls = ["--tls-port", `${port}`, "--tls-cert-file", "own.crt", "--tls-key-file", "own.key"];
  // Only what the portal needs: no commands that could list other people's keys.
  const users =
    "user default off\nuser portal on >se:cret ~demarc:* &demarc:* +@all -@dangerous -@admin +info\n";
  writeFileSync(join(directory, "redis.conf"), users);
  const caOptions = ["--tls-ca-cert-file", "ca.crt", "--tls-auth-clients", "no"];
  const server = await launchRedis(directory, port, ["--port", "0", ...tls, ...caOptions], "redis.conf");
  const ca = readFileSync(join(directory, "ca.crt"), "utf8");
  return toRunningRedis({ url: `rediss://portal:se%3Acret@127.0.0.1:${port}`, ca }, directory, [server]);
}

/** One server that a Sentinel watches. */
async function startSentinel(): Promise<RunningRedis> {
  const { connection, stop } = await startWithSentinels({ replicas: 0, sentinels: 1 });
  return { connection, stop };
}

/** A server with replicas and Sentinels, which notice within a second that it's down. */
export async function startWithSentinels({
  replicas,
  sentinels,
  ports,
}: {
  replicas: number;
  sentinels: number;
  /** The ports of the primary and the first Sentinel, for tests that use the address before the start. */
  ports?: { readonly primary: number; readonly sentinel: number };
}) {
  const directory = createDirectory();
  const port = ports?.primary ?? (await freePort());
  const secret = ["--requirepass", "secret", "--masterauth", "secret"];
  const primary = await launchRedis(directory, port, secret);
  const others: RedisProcess[] = [];
  for (let count = 0; count < replicas; count += 1)
    others.push(
      await launchRedis(directory, await freePort(), [...secret, "--replicaof", `127.0.0.1 ${port}`]),
    );
  const sentinelConfig = [
    `sentinel monitor sessions 127.0.0.1 ${port} ${Math.ceil((sentinels + 1) / 2)}`,
    "sentinel auth-pass sessions secret",
    "sentinel down-after-milliseconds sessions 1000",
    "sentinel failover-timeout sessions 5000",
    "requirepass watch",
    "",
  ].join("\n");
  const hosts: string[] = [];
  for (let count = 0; count < sentinels; count += 1) {
    const sentinelPort = (count === 0 && ports?.sentinel) || (await freePort());
    const file = `sentinel-${sentinelPort}.conf`;
    writeFileSync(join(directory, file), sentinelConfig);
    others.push(await launchRedis(directory, sentinelPort, ["--sentinel"], file));
    hosts.push(`127.0.0.1:${sentinelPort}`);
  }
  const url = `redis+sentinel://:secret@${hosts.join(",")}/sessions`;
  return {
    primary,
    ...toRunningRedis({ url, sentinelPassword: "watch" }, directory, [...others, primary]),
    port,
  };
}

async function startCluster(): Promise<RunningRedis> {
  const directory = createDirectory();
  const ports = [await freePort(), await freePort(), await freePort()];
  const servers = await Promise.all(
    ports.map((port) =>
      // By default the cluster bus has the server's port plus 10,000, which may be more than 65,535.
      freePort().then((bus) =>
        launchRedis(directory, port, [
          ...["--cluster-enabled", "yes", "--cluster-config-file", `nodes-${port}.conf`],
          ...["--cluster-port", String(bus)],
        ]),
      ),
    ),
  );
  const hosts = ports.map((port) => `127.0.0.1:${port}`);
  execFileSync("redis-cli", ["--cluster", "create", ...hosts, "--cluster-yes"], { stdio: "ignore" });
  // A server of a Cluster refuses commands until it has heard from the others.
  await vi.waitUntil(
    () =>
      ports.every((port) =>
        execFileSync("redis-cli", ["-p", String(port), "cluster", "info"], { encoding: "utf8" }).includes(
          "cluster_state:ok",
        ),
      ),
    { timeout: 15_000 },
  );
  return toRunningRedis({ url: `redis+cluster://${hosts.join(",")}` }, directory, servers);
}
