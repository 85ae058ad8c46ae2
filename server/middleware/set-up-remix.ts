import type { IncomingHttpHeaders } from "node:http";
import { Readable } from "node:stream";
import { createRequestHandler } from "@remix-run/express";
import type { AppLoadContext, ServerBuild } from "@remix-run/node";
import { parse as parseCookies } from "cookie";
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from "express";
import { writeAudit } from "#server/audit.ts";
import type { Config } from "#server/config.ts";
import { RequestState, type LoadContext, type Services } from "#server/load-context.ts";
import { plainPage } from "#server/page.ts";
import { isNavigation } from "#server/session/navigation.ts";
import type { SessionService } from "#server/session/sessions.ts";
import { timeouts } from "#shared/limits.ts";
import { isOffered } from "#shared/page-facts.ts";
import { memoisePerBuild, memoisePerSegment } from "./memoise-build.ts";

export interface RemixSetup {
  /** A function, because in development each request may find a newer build. */
  readonly build: () => Promise<ServerBuild>;
  readonly config: Config;
  readonly services: Services;
  readonly sessions: Pick<SessionService, "sessionOf">;
}

type Adapter = ReturnType<typeof createRequestHandler>;
type GuardRoutes = (routes: ServerBuild["routes"]) => ServerBuild["routes"];

/** Runs Remix through its Express adapter, with additions (docs/adr/0018-remix-by-its-own-adapter.md). */
export function setUpRemix(setup: RemixSetup): RequestHandler {
  const adapterFor = adapters(setup);
  const site = new URL(setup.config.publicUrl);
  return async (req, res, next) => {
    const { append } = res;
    // The adapter appends headers. Here Remix's value replaces the middleware's, except for cookies.
    res.append = (name, value = "") =>
      name === "set-cookie" ? append.call(res, name, value) : res.setHeader(name, value);
    try {
      const adapter = await adapterFor(req.path);
      await adapter(adapterRequest(site, req, res.locals.body), res, next);
    } catch (error) {
      next(error);
    }
  };
}

function adapters(setup: RemixSetup): (path: string) => Promise<Adapter> {
  const mode = setup.config.production ? "production" : "development";
  const getLoadContext = (_: unknown, res: ExpressResponse) => loadContext(setup, res) as AppLoadContext;
  const current = memoisePerBuild(setup.build, (build) =>
    memoisePerSegment(guarded(build), (part) => createRequestHandler({ build: part, getLoadContext, mode })),
  );
  return async (path) => (await current())(path);
}

function guarded(build: ServerBuild): ServerBuild {
  const { guardRoutes } = build.entry.module as unknown as { guardRoutes: GuardRoutes };
  return { ...build, routes: guardRoutes(build.routes) };
}

/** The request for the adapter: its host comes from PUBLIC_URL, not from headers, and its body has already been read. */
function adapterRequest(site: URL, req: ExpressRequest, body: Buffer | undefined): ExpressRequest {
  const headers: IncomingHttpHeaders = { ...req.headers, host: site.host, "x-forwarded-host": undefined };
  return Object.assign(Readable.from(body ?? []), {
    method: req.method,
    protocol: site.protocol.slice(0, -1),
    hostname: site.hostname,
    originalUrl: req.originalUrl,
    headers,
    get: (name: string) => headers[name.toLowerCase()],
  }) as unknown as ExpressRequest;
}

/** One for all requests, since each would take a stack trace. */
const DISCONNECTED = new DOMException("The browser has disconnected", "AbortError");

export function loadContext(
  setup: Pick<RemixSetup, "config" | "services" | "sessions">,
  res: ExpressResponse,
): LoadContext {
  const { req } = res;
  const { log, policy, requestId, traceparent, files, facts, factsAt, tooMany = false } = res.locals;
  const { absent } = setup.config;
  const disconnection = new AbortController();
  res.once("close", () => disconnection.abort(DISCONNECTED));
  const session = setup.sessions.sessionOf(req);
  const state = new RequestState();
  res.locals.state = state;
  return {
    session,
    config: setup.config,
    services: setup.services,
    files,
    acceptsFiles: facts?.acceptsFiles === true,
    state,
    log,
    requestId,
    traceparent,
    isPost: req.method === "POST",
    navigation: isNavigation(req),
    tooMany,
    nonce: policy.nonce,
    clientIp: res.locals.clientIp,
    cookies: parseCookies(req.get("cookie") ?? "") as Readonly<Record<string, string>>,
    signal: disconnection.signal,
    // The quick check comes first, because a menu asks for each of its entries, and most providers don't leave anything out.
    offersPage: (address) => absent.length === 0 || isOffered(setup.config, factsAt(address)),
    plainPage,
    withBackpressure: (answer) => withBackpressure(answer, res, disconnection.signal),
    allowOrigin(directive, origin) {
      policy.allow(directive, origin);
      // Other sites' scripts and images seldom allow embedding (CORP), so browsers load them without cookies instead.
      if (directive !== "form-action") res.setHeader("Cross-Origin-Embedder-Policy", "credentialless");
      res.setHeader("Content-Security-Policy", policy.toString());
    },
    audit: (entry) => writeAudit({ log, req, services: setup.services }, session, entry),
    afterResponse: (name, work) => setup.services.inBackground(name, () => closed(res).then(work)),
  };
}

function closed(res: ExpressResponse): Promise<void> {
  return new Promise((resolve) => (res.closed ? resolve() : res.once("close", resolve)));
}

/** Adds backpressure and a time limit, because the adapter writes without waiting for the browser. */
function withBackpressure(answer: Response, res: ExpressResponse, signal: AbortSignal): Response {
  if (!answer.body) return answer;
  let writable = Promise.resolve();
  let onWritable = () => {};
  let stallTimer: NodeJS.Timeout | undefined;
  const write = res.write.bind(res) as (...args: unknown[]) => boolean;
  res.write = (...args: unknown[]) => {
    const hasRoom = write(...args);
    if (hasRoom) return true;
    writable = new Promise((resolve) => (onWritable = resolve));
    stallTimer ??= setTimeout(() => res.destroy(), timeouts.stalledMs);
    return false;
  };
  const resume = () => {
    clearTimeout(stallTimer);
    stallTimer = undefined;
    onWritable();
  };
  for (const event of ["drain", "close"]) res.on(event, resume);
  const pace = new TransformStream<Uint8Array, Uint8Array>({
    async transform(part, controller) {
      await writable;
      controller.enqueue(part);
    },
  });
  return new Response(answer.body.pipeThrough(pace, { signal }), answer);
}
