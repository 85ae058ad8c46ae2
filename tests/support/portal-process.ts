import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** A line in the portal's log. */
export interface LogLine {
  readonly level?: string;
  readonly msg?: string;
  readonly requestId?: string;
  readonly [name: string]: unknown;
}

/** A portal that tests send requests to, wherever it runs. */
export interface TestPortal {
  readonly url: string;
  readonly log: LogLine[];
  /** Forgets what it's logged and printed so far. */
  clearOutput(): void;
  stop(): Promise<unknown>;
}

/** A portal with its own process, for tests of its memory, its output or its end. */
export function processOf(portal: TestPortal): PortalProcess {
  if (portal instanceof PortalProcess) return portal;
  throw new Error("The portal shares the process of its test, which needs `ownProcess`.");
}

/** The settings for a portal at this address, which a test can override. */
export const settingsAt = (url: string): Readonly<Record<string, string>> => ({
  PUBLIC_URL: url,
  PORT: new URL(url).port,
  DRAIN_DELAY_MS: "0",
});

/** The Dockerfile's options (docs/performance.md). */
export const nodeOptions = [
  "--max-semi-space-size=16",
  "--no-allocation-site-pretenuring",
  "--heap-growing-percent=20",
];
export const root = fileURLToPath(new URL("../..", import.meta.url));
/** What every portal's process needs. Caching compiled code halves the work of starting. */
export const processSettings = {
  PATH: process.env["PATH"] ?? "",
  NODE_COMPILE_CACHE: `${root}node_modules/.cache/portal`,
};

/** Processes that are killed when the tests end, whichever way that happens. */
const running = new Set<PortalProcess>();
const killAll = () => running.forEach((portal) => portal.kill());
process.once("exit", killAll);
for (const event of ["SIGTERM", "disconnect"])
  process.once(event, () => {
    killAll();
    process.exit();
  });

/** The built portal in its own process. */
export class PortalProcess implements TestPortal {
  readonly url: string;
  /** The port that it listens on, which isn't the one in `url` behind a proxy. */
  readonly port: string;
  readonly log: LogLine[] = [];
  /** Lines of standard output that aren't JSON, and all lines of standard error. */
  readonly otherOutput: string[] = [];
  readonly #child: ChildProcess;
  readonly #closed: Promise<number | null>;

  private constructor(url: string, environment: Readonly<Record<string, string>>, folder: string) {
    this.url = url;
    this.port = environment["PORT"] ?? new URL(url).port;
    this.#child = spawn(process.execPath, [...nodeOptions, "server.ts"], {
      cwd: folder,
      env: {
        ...processSettings,
        NODE_ENV: "production",
        // As in the Dockerfile.
        MALLOC_ARENA_MAX: "2",
        ...environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    // Unlike `exit`, `close` comes after the last lines of output.
    this.#closed = new Promise((resolve) => void this.#child.once("close", (code) => resolve(code)));
    running.add(this);
    void this.#closed.then(() => running.delete(this));
    const readLine = (line: string) => {
      if (line.startsWith("{")) this.log.push(JSON.parse(line) as LogLine);
      else this.otherOutput.push(line);
    };
    createInterface({ input: this.#child.stdout! }).on("line", readLine);
    createInterface({ input: this.#child.stderr! }).on("line", readLine);
  }

  /** Starts the portal and waits until it answers. If it ends before that, rejects with its output. */
  static async start(
    url: string,
    environment: Readonly<Record<string, string>>,
    folder = root,
  ): Promise<PortalProcess> {
    const portal = new PortalProcess(url, { ...settingsAt(url), ...environment }, folder);
    const listenUrl = `http://127.0.0.1:${portal.port}`;
    for (let tries = 0; tries < 300; tries += 1) {
      if (portal.hasEnded) throw new Error(`the portal ended:\n${portal.otherOutput.join("\n")}`);
      const isHealthy = await fetch(`${listenUrl}/healthz`).then(
        (reply) => reply.ok,
        () => false,
      );
      if (isHealthy) return portal;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    portal.kill();
    throw new Error("the portal did not answer in time");
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  clearOutput(): void {
    this.log.length = 0;
    this.otherOutput.length = 0;
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Resolves with the exit code once it's ended and all its output has been read. */
  ended(): Promise<number | null> {
    return this.#closed;
  }

  /** Sends a signal; resolves with the exit code once it's ended. */
  stop(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    if (!this.hasEnded) this.#child.kill(signal);
    return this.ended();
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }
}
