import { createServer, request as httpRequest, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { pino } from "pino";
import type { LiveSession, LiveSessions } from "#server/live/live-sessions.ts";
import { Live, type LiveOptions } from "#server/live/live.ts";
import type { SessionEvent } from "#server/session/portal-session.ts";
import { jane } from "#server/session/testing/test-portal.ts";

/** Sessions for tests in a map; the cookie `session=<reference>` names one. */
class TestSessions implements LiveSessions {
  readonly all = new Map<string, LiveSession>();
  readonly renewed: string[] = [];
  down = false;
  #listeners = new Set<(event: SessionEvent) => void>();

  signIn(
    reference: string,
    {
      userId = "user-1",
      clientId = "client-1",
      tokenLifeMs = 3_600_000,
      roles = [] as readonly string[],
    } = {},
  ): void {
    this.all.set(reference, {
      handle: `handle-of-${reference}`,
      user: { ...jane, id: userId, roles },
      account: { clientId },
      tokens: { identityToken: `token-${reference}`, expiresAt: Date.now() + tokenLifeMs },
    });
  }

  publish(kind: SessionEvent["kind"], reference: string): void {
    for (const listener of this.#listeners) listener({ kind, handle: `handle-of-${reference}` });
  }

  readonly referenceOf = (request: IncomingMessage) =>
    /session=(\S+)/.exec(request.headers.cookie ?? "")?.[1];

  readonly peek = async (reference: string) => {
    if (this.down) throw new Error("The store is down");
    return this.all.get(reference);
  };

  readonly renew = async (reference: string) => {
    this.renewed.push(reference);
    const session = this.all.get(reference);
    if (session === undefined) return undefined;
    const tokens = {
      identityToken: `token-${reference}-${this.renewed.length}`,
      expiresAt: Date.now() + 3_600_000,
    };
    this.all.set(reference, { ...session, tokens });
    return this.all.get(reference);
  };

  readonly onEvent = (listener: (event: SessionEvent) => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/** An event stream as a browser would read it. */
export class TestStream {
  text = "";
  ended = false;
  readonly response: IncomingMessage;
  readonly #close: () => void;

  constructor(response: IncomingMessage, close: () => void) {
    this.response = response;
    this.#close = close;
    response.setEncoding("utf8").on("data", (chunk: string) => (this.text += chunk));
    response.on("close", () => (this.ended = true));
    response.on("error", () => undefined);
  }

  /** The names of the events so far. */
  get events(): string[] {
    return [...this.text.matchAll(/^event: (.+)$/gm)].map((match) => match[1] ?? "");
  }

  close(): void {
    this.#close();
  }
}

/** A portal that serves only `/live`, over real sockets. */
export class LiveTestPortal {
  readonly sessions = new TestSessions();
  readonly live: Live;
  readonly streams: number[] = [];
  readonly logged: string[] = [];
  readonly #server: Server;

  constructor(settings: Pick<LiveOptions, "hubUrl"> & Partial<LiveOptions>) {
    this.live = new Live({
      sessions: this.sessions,
      log: pino({ level: "debug" }, { write: (line: string) => void this.logged.push(line) }),
      onStreams: (count) => this.streams.push(count),
      ...settings,
      limits: { idleMs: 50, retryMs: 10, ...settings.limits },
      hubTiming: { firstRetryMs: 5, longestRetryMs: 20, ...settings.hubTiming },
    });
    this.#server = createServer(express().get("/live", this.live.handler));
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return this;
  }

  get(reference?: string): Promise<TestStream> {
    const { port } = this.#server.address() as AddressInfo;
    const cookie: Record<string, string> = reference === undefined ? {} : { Cookie: `session=${reference}` };
    return new Promise((resolve, reject) => {
      const request = httpRequest({ port, path: "/live", agent: false, headers: cookie });
      request.on("response", (response) => resolve(new TestStream(response, () => request.destroy())));
      request.on("error", reject);
      request.end();
    });
  }

  async stop(): Promise<void> {
    await this.live.close();
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
