import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import type { Child } from "./child.ts";
import type { Cores } from "./cores.ts";

const run = promisify(execFile);
const autocannon = createRequire(import.meta.url).resolve("autocannon");

/** A browser's headers when someone opens a page. The portal treats scripts' requests differently. */
const browserHeaders = {
  accept: "text/html,application/xhtml+xml",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
  "user-agent": "Mozilla/5.0 (bench)",
};

/** The options for {@link load}. */
export interface LoadOptions {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Keep-alive connections, each with one request at a time. */
  readonly connections?: number;
  /** The duration or the number of requests. */
  readonly amount: { readonly seconds: number } | { readonly requests: number };
}

/** The result of running load. */
export interface Load {
  readonly requests: number;
  readonly perSecond: number;
  /** The server's processor milliseconds per request, on all threads. */
  readonly cpuMs: number;
  /** The share of the time in which the server used its core: near 1 if the server is the bottleneck. */
  readonly busy: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

interface Autocannon {
  readonly errors: number;
  readonly timeouts: number;
  readonly non2xx: number;
  readonly "2xx": number;
  readonly duration: number;
  readonly latency: { readonly p50: number; readonly p99: number };
}

/** Sends requests to an address from a separate process. Throws unless every answer is a 2xx. */
export async function load(server: Child, cores: Cores | undefined, options: LoadOptions): Promise<Load> {
  const { url, headers = {}, connections = 10, amount } = options;
  const size = "seconds" in amount ? ["-d", String(amount.seconds)] : ["-a", String(amount.requests)];
  const headerArgs = Object.entries({ ...browserHeaders, ...headers }).flatMap(([name, value]) => [
    "-H",
    `${name}=${value}`,
  ]);
  const args = [autocannon, "--json", "-n", "-c", String(connections), ...size, ...headerArgs, url];
  const cpuBefore = server.cpuSeconds();
  const started = performance.now();
  const { stdout } = cores
    ? await run("taskset", ["-c", cores.load, process.execPath, ...args])
    : await run(process.execPath, args);
  const seconds = (performance.now() - started) / 1000;
  const cpu = server.cpuSeconds() - cpuBefore;
  const result = JSON.parse(stdout) as Autocannon;
  const failed = result.errors + result.timeouts + result.non2xx;
  if (failed > 0 || result["2xx"] === 0)
    throw new Error(`${failed} requests of ${url} were not answered with 2xx`);
  return {
    requests: result["2xx"],
    perSecond: result["2xx"] / result.duration,
    cpuMs: (cpu * 1000) / result["2xx"],
    busy: cpu / seconds,
    medianMs: result.latency.p50,
    p99Ms: result.latency.p99,
  };
}
