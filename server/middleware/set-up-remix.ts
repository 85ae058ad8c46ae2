import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { createRequestHandler, type AppLoadContext, type ServerBuild } from "@remix-run/node";
import { parse as parseCookies } from "cookie";
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from "express";
import type { ErrorPage } from "#app/errors/error-page.ts";
import type { Config } from "#server/config.ts";
import { newRequestState, type LoadContext, type Services } from "#server/load-context.ts";
import { sendPage, type PlainPage } from "#server/page.ts";
import { isNavigation } from "#server/session/navigation.ts";
import type { Sessions } from "#server/session/sessions.ts";
import { narrowerOf } from "./narrow-build.ts";

const RETRY_AFTER_SECONDS = "5";

export interface RemixSetup {
  /** The built application; a function in development, where each request may meet a newer one. */
  readonly build: () => Promise<ServerBuild>;
  readonly config: Config;
  readonly services: Services;
  readonly sessions: Pick<Sessions, "sessionOf">;
}

/**
 * Hands the request to Remix and its answer to Express. Unlike the stock adapter it commits the session before
 * the first byte, aborts the request's signal when the connection closes also after the answer (which clears
 * Remix's stream timers), and builds the URL from PUBLIC_URL alone: a request's Host is not to be trusted.
 */
export function setUpRemix(setup: RemixSetup): RequestHandler {
  const handlerOf = handlers(setup);
  return async (req, res, next) => {
    const controller = new AbortController();
    res.once("close", () => controller.abort(CLOSED));
    try {
      const handle = await handlerOf(req.path);
      const context = loadContext(setup, req, res, controller.signal);
      const request = toRequest(setup.config, req, res.locals.body, controller.signal);
      const response = await handle(request, context as AppLoadContext);
      await context.session.commit();
      await send(res, response);
    } catch (error) {
      if (controller.signal.aborted && !res.headersSent) return void res.destroy();
      next(error);
    }
  };
}

type Handler = ReturnType<typeof createRequestHandler>;

/** Made once: the reason that an abort makes by itself takes a stack trace for every request. */
const CLOSED = new DOMException("The connection has closed", "AbortError");

function handlers(setup: RemixSetup): (path: string) => Promise<Handler> {
  const mode = setup.config.production ? "production" : "development";
  let known: { build: ServerBuild; narrowed: (path: string) => ServerBuild } | undefined;
  const handles = new WeakMap<ServerBuild, Handler>();
  return async (path) => {
    const build = await setup.build();
    if (known?.build !== build) known = { build, narrowed: narrowerOf(guarded(build)) };
    const narrowed = known.narrowed(path);
    const handle = handles.get(narrowed) ?? createRequestHandler(narrowed, mode);
    handles.set(narrowed, handle);
    return handle;
  };
}

type GuardRoutes = (routes: ServerBuild["routes"]) => ServerBuild["routes"];

/** The application's own guard around every loader and action (app/request/guard-routes.ts). */
function guarded(build: ServerBuild): ServerBuild {
  const { guardRoutes } = build.entry.module as unknown as { guardRoutes: GuardRoutes };
  return { ...build, routes: guardRoutes(build.routes) };
}

function loadContext(
  setup: RemixSetup,
  req: ExpressRequest,
  res: ExpressResponse,
  signal: AbortSignal,
): LoadContext {
  const { log, policy, requestId } = res.locals;
  return {
    session: setup.sessions.sessionOf(req),
    config: setup.config,
    services: setup.services,
    state: newRequestState(),
    log,
    requestId,
    navigation: isNavigation(req),
    nonce: policy.nonce,
    clientIp: req.ip ?? "",
    cookies: parseCookies(req.get("cookie") ?? "") as Readonly<Record<string, string>>,
    signal,
    allowOrigin(directive, origin) {
      policy.allow(directive, origin);
      res.setHeader("Content-Security-Policy", policy.toString());
    },
    afterResponse(work) {
      res.once("close", () => {
        work().catch((error: unknown) => log.warn({ err: error }, "work after the answer failed"));
      });
    },
  };
}

function toRequest(
  config: Config,
  req: ExpressRequest,
  body: Buffer | undefined,
  signal: AbortSignal,
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    if (typeof value === "string") headers.set(name, value);
    else for (const one of value ?? []) headers.append(name, one);
  }
  headers.set("host", new URL(config.publicUrl).host);
  headers.delete("x-forwarded-host");
  const hasBody = req.method !== "GET" && req.method !== "HEAD" && body !== undefined;
  return new Request(new URL(req.originalUrl.replace(/^\/+/, "/"), config.publicUrl), {
    method: req.method,
    headers,
    signal,
    ...(hasBody ? { body: new Uint8Array(body) } : {}),
  });
}

async function send(res: ExpressResponse, response: Response): Promise<void> {
  if (response.headers.has("X-Plain-Page"))
    return sendPage(res, toPage(response.status, await response.json()));
  res.statusMessage = response.statusText;
  res.status(response.status);
  for (const [name, value] of response.headers) {
    if (name === "set-cookie") res.append(name, value);
    else res.setHeader(name, value);
  }
  if (!response.headers.has("Cache-Control")) res.setHeader("Cache-Control", "no-store");
  if (response.status === 503 || response.status === 504) res.setHeader("Retry-After", RETRY_AFTER_SECONDS);
  if (!response.body) return void res.end();
  if (response.headers.has("Content-Disposition")) return stream(res, response.body);
  res.end(Buffer.from(await response.arrayBuffer()));
}

/** What the application says where it has no component to draw it in (app/request/guard-routes.ts). */
function toPage(status: number, { heading, message, subMessages, reference }: ErrorPage): PlainPage {
  const paragraphs = [message, ...subMessages].filter((text) => text !== "");
  const isPassing = status === 503 || status === 504;
  return {
    status,
    heading,
    paragraphs,
    ...(reference ? { reference } : {}),
    ...(isPassing ? { retryAfterSeconds: Number(RETRY_AFTER_SECONDS) } : {}),
  };
}

/** Files go on as they arrive, as fast as the browser takes them; one that fails on its way is broken off. */
async function stream(res: ExpressResponse, body: NonNullable<Response["body"]>): Promise<void> {
  // Log, session, compression and pipeline each listen for the end: more than Node takes for a leak, always as many.
  res.setMaxListeners(20);
  try {
    await pipeline(Readable.fromWeb(body as ReadableStream), res);
  } catch (error) {
    if (!res.destroyed) res.destroy();
    res.locals.log.warn({ err: error }, "a download was broken off");
  }
}
