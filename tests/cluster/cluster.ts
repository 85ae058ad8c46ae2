import { request as httpRequest } from "node:http";
import { expect } from "vitest";
import { portalSettings } from "#provider/portal-settings.ts";
import { startProvider, type RunningProvider, type StartOptions } from "#provider/start.ts";
import { TestStream } from "#server/live/testing/portal.ts";
import { startRedis, type RedisServer } from "#server/session/testing/redis-server.ts";
import { freePort } from "#server/testing/free-port.ts";
import { startNginx, type Nginx } from "./nginx.ts";
import { PortalProcess, type LogLine } from "../support/portal-process.ts";
import { Visitor } from "../support/visitor.ts";

export interface Cluster {
  /** The address of nginx, which browsers use. */
  readonly url: string;
  readonly provider: RunningProvider;
  readonly redis: RedisServer;
  readonly nginx: Nginx;
  /** Two of them; a restart replaces its entry. */
  readonly portals: PortalProcess[];
  /** All portals, also those that have ended. */
  readonly everStarted: readonly PortalProcess[];
  /** The errors that any portal has logged. */
  errors(): readonly LogLine[];
  /** Starts an instance that has ended, on the same port, or the one that `surge` leaves room for. */
  restart(index: number): Promise<PortalProcess>;
  visitor(): Visitor;
  close(): Promise<void>;
}

export interface ClusterOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly provider?: StartOptions;
  /** True to configure nginx for a third instance, which isn't started: a rolling update begins with it. */
  readonly surge?: boolean;
}

/** Starts what compose.yaml has: nginx, two portals, Redis and a provider, each on a free port of this machine. */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const started: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const stop of started.splice(0).reverse()) await stop();
  };
  try {
    const redis = await startRedis();
    started.push(() => redis.stop());
    const provider = await startProvider({ portalUrl: url, passwordCost: 2, ...options.provider });
    started.push(() => provider.close());
    const ports = [await freePort(), await freePort(), ...(options.surge ? [await freePort()] : [])];
    const environment = { ...environmentOf(provider, redis), ...options.environment };
    const portals: PortalProcess[] = [];
    const everStarted: PortalProcess[] = [];
    started.push(() => Promise.all(portals.map((portal) => portal.stop())));
    const restart = async (index: number) => {
      const portal = await PortalProcess.start(url, { ...environment, PORT: String(ports[index]) });
      portals[index] = portal;
      everStarted.push(portal);
      return portal;
    };
    for (const index of [0, 1]) await restart(index);
    const nginx = await startNginx(port, ports);
    started.push(() => nginx.stop());
    const errors = () => everStarted.flatMap(({ log }) => log.filter(({ level }) => level === "error"));
    const visitor = () => new Visitor(url);
    return { url, provider, redis, nginx, portals, everStarted, errors, restart, visitor, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function environmentOf(provider: RunningProvider, redis: RedisServer): Record<string, string> {
  return {
    ...portalSettings(provider.url),
    SESSION_SECRET: "a-secret-for-tests-only-0123456789abcdef",
    SESSION_STORE: redis.url,
    ENVIRONMENT: "test",
    DEMO: "1",
    TRUST_PROXY: "1",
  };
}

/** How many requests of this path each instance has logged. */
export function servedCounts({ portals }: Cluster, path: string): number[] {
  return portals.map(
    ({ log }) => log.filter((line) => line.msg === "request" && pathOf(line["req"]) === path).length,
  );
}

function pathOf(req: unknown): unknown {
  return typeof req === "object" && req !== null && "path" in req ? req.path : undefined;
}

/** Sends a request of this visitor to an instance without nginx; resolves when the head of the answer has arrived. */
export function askInstance(
  { url, portals }: Cluster,
  index: number,
  path: string,
  visitor: Visitor,
): Promise<TestStream> {
  const port = portals[index]!.port;
  return open(`http://127.0.0.1:${port}${path}`, { host: new URL(url).host, cookie: cookieOf(visitor) });
}

/** Opens an event stream the way a browser does, through nginx. */
export function openLive({ url }: Cluster, visitor: Visitor): Promise<TestStream> {
  return open(`${url}/live`, { cookie: cookieOf(visitor) });
}

function cookieOf(visitor: Visitor): string {
  return `session=${visitor.cookie("session") ?? ""}`;
}

function open(url: string, headers: Readonly<Record<string, string>>): Promise<TestStream> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { agent: false, headers });
    request.on("response", (response) => resolve(new TestStream(response, () => request.destroy())));
    request.on("error", reject).end();
  });
}

/** Signs in Carla, whose only account, 1003, is chosen automatically. */
export async function signInCarla(cluster: Cluster): Promise<Visitor> {
  const visitor = cluster.visitor();
  const page = await visitor.signIn("carla.mendes@brightwater.example");
  expect([page.status, new URL(page.url).pathname]).toEqual([200, "/dashboard"]);
  return visitor;
}
