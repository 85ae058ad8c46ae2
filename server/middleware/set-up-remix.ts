import type { IncomingHttpHeaders } from "node:http";
import { Readable } from "node:stream";
import { createRequestHandler } from "@remix-run/express";
import type { AppLoadContext, ServerBuild } from "@remix-run/node";
import { parse as parseCookies } from "cookie";
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from "express";
import { isOffered } from "#app/document/page-facts.ts";
import { patience } from "#app/limits.ts";
import { actorOf } from "#server/audit.ts";
import type { Config } from "#server/config.ts";
import { newRequestState, type LoadContext, type Services } from "#server/load-context.ts";
import { plainPage } from "#server/page.ts";
import { isNavigation } from "#server/session/navigation.ts";
import type { SessionService } from "#server/session/sessions.ts";
import { forEachBuild, forNarrowed } from "./narrow-build.ts";

export interface RemixSetup {
  /** The built application; a function in development, where each request may meet a newer one. */
  readonly build: () => Promise<ServerBuild>;
  readonly config: Config;
  readonly services: Services;
  readonly sessions: Pick<SessionService, "sessionOf">;
}

type Adapter = ReturnType<typeof createRequestHandler>;
type GuardRoutes = (routes: ServerBuild["routes"]) => ServerBuild["routes"];

/** Remix, by its own adapter, with what that one leaves open (docs/adr/0018-remix-by-its-own-adapter.md). */
export function setUpRemix(setup: RemixSetup): RequestHandler {
  const adapterFor = adapters(setup);
  const site = new URL(setup.config.publicUrl);
  return async (req, res, next) => {
    const { append } = res;
    // What the application says takes the place of what was set for every answer; the adapter would send both.
    res.append = (name, value = "") =>
      name === "set-cookie" ? append.call(res, name, value) : res.setHeader(name, value);
    try {
      const adapter = await adapterFor(req.path);
      await adapter(asSeenFrom(site, req, res.locals.body), res, next);
    } catch (error) {
      next(error);
    }
  };
}

function adapters(setup: RemixSetup): (path: string) => Promise<Adapter> {
  const mode = setup.config.production ? "production" : "development";
  const getLoadContext = (_: unknown, res: ExpressResponse) => loadContext(setup, res) as AppLoadContext;
  const current = forEachBuild(setup.build, (build) =>
    forNarrowed(guarded(build), (part) => createRequestHandler({ build: part, getLoadContext, mode })),
  );
  return async (path) => (await current())(path);
}

/** The application's own guard around every loader and action (app/request/guard-routes.ts). */
function guarded(build: ServerBuild): ServerBuild {
  const { guardRoutes } = build.entry.module as unknown as { guardRoutes: GuardRoutes };
  return { ...build, routes: guardRoutes(build.routes) };
}

/** What the adapter reads of a request: the address by PUBLIC_URL, whatever its headers say, and the counted body. */
function asSeenFrom(site: URL, req: ExpressRequest, body: Buffer | undefined): ExpressRequest {
  const headers: IncomingHttpHeaders = { ...req.headers, host: site.host, "x-forwarded-host": undefined };
  return Object.assign(Readable.from(body ?? []), {
    method: req.method,
    protocol: site.protocol.slice(0, -1),
    hostname: site.hostname,
    originalUrl: req.originalUrl.replace(/^\/+/, "/"),
    headers,
    get: (name: string) => headers[name.toLowerCase()],
  }) as unknown as ExpressRequest;
}

/** Made once: the reason that an abort makes by itself takes a stack trace for every request. */
const CLOSED = new DOMException("The connection has closed", "AbortError");

/** What the loaders and actions of one request are given. */
export function loadContext(
  setup: Pick<RemixSetup, "config" | "services" | "sessions">,
  res: ExpressResponse,
): LoadContext {
  const { req } = res;
  const { log, policy, requestId, files, facts, factsAt, tooMany = false } = res.locals;
  const { absent } = setup.config;
  const left = new AbortController();
  res.once("close", () => left.abort(CLOSED));
  const session = setup.sessions.sessionOf(req);
  const state = newRequestState();
  res.locals.state = state;
  return {
    session,
    config: setup.config,
    services: setup.services,
    files,
    takesFiles: facts?.takesFiles === true,
    state,
    log,
    requestId,
    navigation: isNavigation(req),
    tooMany,
    nonce: policy.nonce,
    clientIp: res.locals.clientIp,
    cookies: parseCookies(req.get("cookie") ?? "") as Readonly<Record<string, string>>,
    signal: left.signal,
    // Most providers leave nothing out, and a menu asks for each of its entries.
    offersPage: (address) => absent.length === 0 || isOffered(setup.config, factsAt(address)),
    plainPage,
    paced: (answer) => paced(answer, res, left.signal),
    allowOrigin(directive, origin) {
      policy.allow(directive, origin);
      // A script or picture of another site seldom says that it may be embedded: it comes without cookies instead.
      if (directive !== "form-action") res.setHeader("Cross-Origin-Embedder-Policy", "credentialless");
      res.setHeader("Content-Security-Policy", policy.toString());
    },
    audit: (entry) => log.info({ ...entry, actor: actorOf(session) }, "audit"),
    afterResponse: (name, work) => setup.services.inBackground(name, () => closed(res).then(work)),
  };
}

/** Resolves when the answer has ended or the browser has left, which may have been before. */
function closed(res: ExpressResponse): Promise<void> {
  return new Promise((resolve) => (res.closed ? resolve() : res.once("close", resolve)));
}

/** The adapter writes without waiting: here each part waits until the browser has taken the ones before, and not for ever. */
function paced(answer: Response, res: ExpressResponse, signal: AbortSignal): Response {
  if (!answer.body) return answer;
  let taken = Promise.resolve();
  let onTaken = () => {};
  let stalled: NodeJS.Timeout | undefined;
  const write = res.write.bind(res) as (...args: unknown[]) => boolean;
  res.write = (...args: unknown[]) => {
    const hasRoom = write(...args);
    if (hasRoom) return true;
    taken = new Promise((resolve) => (onTaken = resolve));
    stalled ??= setTimeout(() => res.destroy(), patience.stalledMs);
    return false;
  };
  const go = () => {
    clearTimeout(stalled);
    stalled = undefined;
    onTaken();
  };
  for (const event of ["drain", "close"]) res.on(event, go);
  const pace = new TransformStream<Uint8Array, Uint8Array>({
    async transform(part, controller) {
      await taken;
      controller.enqueue(part);
    },
  });
  return new Response(answer.body.pipeThrough(pace, { signal }), answer);
}
