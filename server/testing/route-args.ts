import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import express from "express";
import { pino } from "pino";
import { onTestFinished } from "vitest";
import { portalSettings } from "#provider/portal-settings.ts";
import { readConfig } from "#server/config.ts";
import { loadContext } from "#server/load-context.ts";
import { createMetrics } from "#server/metrics.ts";
import { ContentSecurityPolicy } from "#server/middleware/content-security-policy.ts";
import { createPendingWork } from "#server/pending-work.ts";
import { createServices, createSessionService, type Services } from "#server/services.ts";
import type { CurrentAccount, SignedInUser, Tokens } from "#server/session/portal-session.ts";

type Args = LoaderFunctionArgs & ActionFunctionArgs;

interface PortalState {
  readonly apiUrl?: string;
  /** Roles of the signed-in user; undefined if nobody is signed in. */
  readonly roles?: readonly string[];
  readonly account?: CurrentAccount;
  readonly now?: string;
  readonly feeds?: Partial<Services["feeds"]>;
}

/** The arguments that Remix would pass to a loader or action. */
export async function routeArgs({
  request,
  ...state
}: PortalState & { readonly request: string | Request }): Promise<Args> {
  return (await openPortal(state)).args(request);
}

/** A request that posts these fields. */
export function post(path: string, fields: Readonly<Record<string, string>>): Request {
  return new Request(new URL(path, site), { method: "POST", body: new URLSearchParams(fields) });
}

const site = "http://portal.example";
/** Nothing listens at this address. */
const nowhere = "http://127.0.0.1:1";

const anna: SignedInUser = {
  id: "2001",
  firstName: "Anna",
  lastName: "Archer",
  fullName: "Anna Archer",
  email: "anna@harbour.example",
  b2c: true,
  roles: ["1-Support"],
};
export const tokens: Tokens = {
  identityToken: "token-1",
  refreshToken: undefined,
  expiresAt: Date.parse("2100-01-01"),
  issuedBy: "customer",
};

interface OpenedPortal {
  /** Runs the portal's middleware for this request of the one browser; a path means a GET. */
  args(request: string | Request): Promise<Args>;
  signIn(as?: { readonly roles?: readonly string[]; readonly tokens?: Tokens }): Promise<void>;
  /** Ends the responses; resolves when all background work is done. */
  answered(): Promise<void>;
  readonly services: Services;
}

/** Sessions and services of a portal without sockets, with one browser, until the test ends. */
export async function openPortal({ apiUrl, roles, account, now, feeds }: PortalState): Promise<OpenedPortal> {
  const settings = { ...portalSettings(nowhere), PUBLIC_URL: site, SESSION_STORE: "sqlite::memory:" };
  const config = {
    ...readConfig(settings),
    portalApiUrl: apiUrl || nowhere,
    helpDeskPhone: "0344 770 6010",
    blogUrl: "https://blog.example/",
  };
  const log = pino({ enabled: false });
  const metrics = createMetrics();
  const pendingWork = createPendingWork(log, metrics);
  const sessions = await createSessionService(config, log, pendingWork);
  onTestFinished(() => sessions.close());
  const realServices = await createServices(config, log, metrics, sessions, pendingWork);
  const clock = () => new Date(now ?? "2026-11-20T08:00:00Z");
  const services = { ...realServices, now: clock, feeds: { ...realServices.feeds, ...feeds } };
  const responses: ServerResponse[] = [];
  const app = express().use(sessions.middleware(), (_, res) => {
    const policy = new ContentSecurityPolicy("", config);
    const facts = { acceptsFiles: true };
    Object.assign(res.locals, { log, policy, facts, factsAt: () => facts });
    Object.assign(res.locals, { requestId: "request-1", clientIp: "192.0.2.1" });
    onContext.get(res.req)?.(loadContext({ config, services, sessions }, res) as AppLoadContext);
  });
  const onContext = new WeakMap<IncomingMessage, (context: AppLoadContext) => void>();

  const args = async (target: string | Request): Promise<Args> => {
    const request = typeof target === "string" ? new Request(new URL(target, site)) : target;
    const { pathname, search } = new URL(request.url);
    const headers = {
      accept: "text/html",
      cookie: cookiesOf(responses),
      ...Object.fromEntries(request.headers),
    };
    const req = new IncomingMessage(new Socket());
    Object.assign(req, { method: request.method, url: pathname + search, headers });
    const res = new ServerResponse(req);
    responses.push(res);
    const context = await new Promise<AppLoadContext>((resolve, reject) => {
      onContext.set(req, resolve);
      (app as unknown as (req: object, res: object, next: (error: Error) => void) => void)(req, res, reject);
    });
    return { request, params: {}, context };
  };

  const portal = {
    args,
    services,
    async signIn(as: Parameters<OpenedPortal["signIn"]>[0] = {}) {
      const { session } = (await args("/")).context;
      await session.signIn({ user: { ...anna, roles: as.roles ?? anna.roles }, tokens: as.tokens ?? tokens });
      if (account) session.selectAccount(account);
      await session.commit();
    },
    async answered() {
      for (const response of responses) response.emit("close");
      await pendingWork.settled(5_000);
    },
  };
  if (roles) await portal.signIn({ roles });
  return portal;
}

/** The cookies that a browser would send after these responses. */
function cookiesOf(responses: readonly ServerResponse[]): string {
  const lines = responses.flatMap((response) => response.getHeader("set-cookie") ?? []).map(String);
  const pairs = lines.map((line) => (line.split(";")[0] ?? "").split(/=(.*)/));
  return [...new Map(pairs.map(([name, value]) => [name, `${name}=${value}`])).values()].join("; ");
}
