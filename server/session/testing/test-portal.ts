import { once } from "node:events";
import type { AddressInfo } from "node:net";
import express, { type ErrorRequestHandler, type Request } from "express";
import { SessionStoreUnavailable, type SignedInUser, type Tokens } from "#server/session/portal-session.ts";
import type { PortalSession } from "#server/session/request-session.ts";
import { createSessions, type SessionService, type SessionSettings } from "#server/session/sessions.ts";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

export const jane: SignedInUser = {
  id: "jane-1",
  firstName: "Jane",
  lastName: "Plaintext",
  fullName: "Jane Plaintext",
  email: "jane.plaintext@example.com",
  b2c: true,
  roles: ["client-1-Orders"],
};

export function tokensNamed(name: string): Tokens {
  return {
    identityToken: `identity-${name}`,
    refreshToken: `refresh-${name}`,
    expiresAt: 0,
    issuedBy: "customer",
  };
}

type Handler = (session: PortalSession, request: Request) => unknown;

/** One instance of a portal with sessions, whose pages are defined by the test. */
export interface TestPortal {
  readonly sessions: SessionService;
  readonly warnings: string[];
  /** What the handler returns is the JSON answer, sent after `commit`. */
  page(path: string, handler: Handler): void;
  visit(browser: TestBrowser, path: string): Promise<TestReply>;
  stop(): Promise<void>;
}

export interface TestReply {
  readonly status: number;
  readonly body: unknown;
  /** The Set-Cookie lines of the answer. */
  readonly cookies: readonly string[];
}

/** A browser, which keeps its cookie for all instances of the portal. */
export class TestBrowser {
  cookie: string | undefined;

  /** Another tab, or a thief, with the same cookie. */
  copy(): TestBrowser {
    const copy = new TestBrowser();
    copy.cookie = this.cookie;
    return copy;
  }
}

export async function startTestPortal(
  store: string,
  settings: Partial<SessionSettings> & { behindProxy?: boolean } = {},
  create = createSessions,
): Promise<TestPortal> {
  const warnings: string[] = [];
  const log = {
    warn: (_context: unknown, text?: string) => void warnings.push(text ?? ""),
    debug: () => undefined,
    info: () => undefined,
  } as unknown as SessionSettings["log"];
  const defaults = { store, secrets: ["first secret"], secure: false, idleMinutes: 30, maxHours: 8, log };
  const sessions = await create({ ...defaults, isNavigation: () => true, ...settings });
  const app = express();
  if (settings.behindProxy) app.set("trust proxy", 1);
  app.use(sessions.middleware());
  const pages = express.Router();
  app.use(pages, answerError);
  const server = app.listen(0, "127.0.0.1");
  await Promise.all([once(server, "listening"), waitUntilReachable(sessions)]);
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    sessions,
    warnings,
    page: (path, handler) => void pages.get(path, answerWith(sessions, handler)),
    visit: (browser, path) => visit(browser, origin + path),
    async stop() {
      server.closeAllConnections();
      server.close();
      await sessions.close();
    },
  };
}

function answerWith(sessions: SessionService, handler: Handler): express.RequestHandler {
  return (request, response, next) => {
    const run = async () => {
      const session = sessions.sessionOf(request);
      const body = await handler(session, request);
      await session.commit();
      response.json(body ?? null);
    };
    run().catch(next);
  };
}

const answerError: ErrorRequestHandler = (error, _request, response, _next) => {
  response.status(error instanceof SessionStoreUnavailable ? 503 : 500).json(String(error));
};

/** Waits 10 seconds at most for the store. */
async function waitUntilReachable(sessions: SessionService): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (Date.now() < deadline) {
    try {
      return await sessions.ping();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  throw new Error("the session store was not reached within 10 seconds");
}

async function visit(browser: TestBrowser, url: string): Promise<TestReply> {
  const headers: Record<string, string> = { "x-forwarded-proto": "https" };
  if (browser.cookie) headers.cookie = browser.cookie;
  const answer = await fetch(url, { headers, redirect: "manual" });
  const cookies = answer.headers.getSetCookie();
  // A sign-in deletes the cookie of the signed-out state, by an empty value, before it sets the session's.
  const lastCookie = cookies.at(-1)?.split(";")[0];
  if (lastCookie !== undefined) browser.cookie = lastCookie.endsWith("=") ? undefined : lastCookie;
  return { status: answer.status, body: await answer.json(), cookies };
}

/** A promise that the test settles from outside. */
export function gate(): { readonly open: () => void; readonly passed: Promise<void> } {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, passed };
}
