import { createLog } from "#server/log.ts";
import { startPortal, type RunningPortal } from "#server/start.ts";
import type { LogLine, TestPortal } from "./portal-process.ts";

/** The built portal in this process, where it doesn't need to be started separately. */
export class PortalInProcess implements TestPortal {
  readonly url: string;
  readonly log: LogLine[];
  readonly #portal: RunningPortal;

  private constructor(url: string, log: LogLine[], portal: RunningPortal) {
    this.url = url;
    this.log = log;
    this.#portal = portal;
  }

  static async start(url: string, environment: Readonly<Record<string, string>>): Promise<PortalInProcess> {
    const lines: LogLine[] = [];
    const log = createLog(environment["LOG_LEVEL"] ?? "info", {
      write: (line) => void lines.push(JSON.parse(line) as LogLine),
    });
    // A test may block the event loop that it shares with the portal.
    const settings = { NODE_ENV: "production", STUCK_SECONDS: "0", ...environment };
    return new PortalInProcess(url, lines, await startPortal({ environment: settings, log }));
  }

  clearOutput(): void {
    this.log.length = 0;
  }

  stop(): Promise<boolean> {
    return this.#portal.stop();
  }
}
