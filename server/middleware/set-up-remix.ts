import type { IncomingHttpHeaders } from "node:http";
import { Readable } from "node:stream";
import { createRequestHandler } from "@remix-run/express";
import type { AppLoadContext, ServerBuild } from "@remix-run/node";
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from "express";
import { loadContext, type PortalParts } from "#server/load-context.ts";
import { memoisePerBuild, memoisePerSegment } from "./memoise-build.ts";

export interface RemixSetup extends PortalParts {
  /** A function, because in development each request may find a newer build. */
  readonly build: () => Promise<ServerBuild>;
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
