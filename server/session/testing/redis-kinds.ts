import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import type { RedisConnection } from "#server/session/redis-client.ts";
import { freePort, launchRedis, type RedisProcess } from "./redis-server.ts";

/** Servers as one of the ways to run Redis wants them. */
interface RunningRedis {
  readonly place: RedisConnection;
  stop(): Promise<void>;
}

interface RedisKind {
  readonly name: string;
  start(): Promise<RunningRedis>;
}

/** The ways in which Redis is run, beside a single server without TLS. */
export const redisKinds: readonly RedisKind[] = [
  { name: "Redis with TLS and a user of its own", start: startTls },
  { name: "Redis by Sentinels", start: startSentinel },
  { name: "Redis Cluster", start: startCluster },
];

const scratch = () => mkdtempSync(join(tmpdir(), "redis-kinds-"));

function running(place: RedisConnection, directory: string, servers: readonly RedisProcess[]): RunningRedis {
  return {
    place,
    async stop() {
      await Promise.all(servers.map((server) => server.kill()));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function startTls(): Promise<RunningRedis> {
  const directory = scratch();
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
  const signed = [
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
  openssl("x509", "-req", "-in", "own.csr", ...signed);
  const port = await freePort();
  const tls = ["--tls-port", `${port}`, "--tls-cert-file", "own.crt", "--tls-key-file", "own.key"];
  // What the portal needs, and nothing that could look for others' keys.
  const users =
    "user default off\nuser portal on >se:cret ~demarc:* &demarc:* +@all -@dangerous -@admin +info\n";
  writeFileSync(join(directory, "redis.conf"), users);
  const asked = ["--tls-ca-cert-file", "ca.crt", "--tls-auth-clients", "no"];
  const server = await launchRedis(directory, port, ["--port", "0", ...tls, ...asked], "redis.conf");
  const ca = readFileSync(join(directory, "ca.crt"), "utf8");
  return running({ url: `rediss://portal:se%3Acret@127.0.0.1:${port}`, ca }, directory, [server]);
}

/** One server that a Sentinel watches. */
async function startSentinel(): Promise<RunningRedis> {
  const { place, stop } = await startWatched({ replicas: 0, sentinels: 1 });
  return { place, stop };
}

/** A server with its replicas, watched by Sentinels, which know within a second that it is away. */
export async function startWatched({
  replicas,
  sentinels,
  ports,
}: {
  replicas: number;
  sentinels: number;
  /** Of the primary and the first Sentinel, where they were told to somebody before. */
  ports?: { readonly primary: number; readonly sentinel: number };
}) {
  const directory = scratch();
  const port = ports?.primary ?? (await freePort());
  const secret = ["--requirepass", "secret", "--masterauth", "secret"];
  const primary = await launchRedis(directory, port, secret);
  const others: RedisProcess[] = [];
  for (let count = 0; count < replicas; count += 1)
    others.push(
      await launchRedis(directory, await freePort(), [...secret, "--replicaof", `127.0.0.1 ${port}`]),
    );
  const watched = [
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
    writeFileSync(join(directory, file), watched);
    others.push(await launchRedis(directory, sentinelPort, ["--sentinel"], file));
    hosts.push(`127.0.0.1:${sentinelPort}`);
  }
  const url = `redis+sentinel://:secret@${hosts.join(",")}/sessions`;
  return { primary, ...running({ url, sentinelPassword: "watch" }, directory, [...others, primary]), port };
}

async function startCluster(): Promise<RunningRedis> {
  const directory = scratch();
  const ports = [await freePort(), await freePort(), await freePort()];
  const servers = await Promise.all(
    ports.map((port) =>
      // The port that servers talk to each other by is 10,000 higher unless it is named, which may be too high.
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
  // Each of them must have heard from the others: until then it refuses what is asked.
  await vi.waitUntil(
    () =>
      ports.every((port) =>
        execFileSync("redis-cli", ["-p", String(port), "cluster", "info"], { encoding: "utf8" }).includes(
          "cluster_state:ok",
        ),
      ),
    { timeout: 15_000 },
  );
  return running({ url: `redis+cluster://${hosts.join(",")}` }, directory, servers);
}
