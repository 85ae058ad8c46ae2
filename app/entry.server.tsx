import { Writable } from "node:stream";
import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { pageContext } from "./request/page-context.ts";

export { guardRoutes } from "./request/guard-routes.ts";

/** Remix's limit for a loader's promises, in milliseconds; no loader here returns one. */
export const streamTimeout = 5_000;

/**
 * Renders the whole document before it answers: without scripts a part streamed later would never show. No
 * timer is left to run after the answer (stack-pitfalls D1).
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  const scripts = shipsScripts(remixContext);
  const context = scripts ? remixContext : { ...remixContext, serverHandoffStream: undefined };
  const { nonce, log } = loadContext;
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <pageContext.Provider value={{ nonce, scripts }}>
        <RemixServer context={context} url={request.url} nonce={nonce} />
      </pageContext.Provider>,
      {
        nonce,
        onAllReady: () => pipe(collect((body) => resolve(new Response(body, { status, headers })))),
        onShellError: reject,
        onError: (error) => log.error({ err: error }, "rendering failed"),
      },
    );
  });
}

/** Errors were logged where they were mapped (request/error-page.ts); Remix would print them again. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.log.debug({ err: error }, "answered with an error page");
};

function shipsScripts({ staticHandlerContext, routeModules }: EntryContext): boolean {
  if (staticHandlerContext.errors) return false;
  const replies = Object.values(staticHandlerContext.actionData ?? {}) as { scripts?: boolean }[];
  if (replies.some((reply) => reply?.scripts === false)) return false;
  return staticHandlerContext.matches.every(({ route }) => {
    const handle = routeModules[route.id]?.handle as { scripts?: boolean } | undefined;
    return handle?.scripts !== false;
  });
}

function collect(done: (body: Uint8Array<ArrayBuffer>) => void): Writable {
  const chunks: Buffer[] = [];
  return new Writable({
    write(chunk: Uint8Array, _encoding, next) {
      chunks.push(Buffer.from(chunk));
      next();
    },
    final(next) {
      done(new Uint8Array(Buffer.concat(chunks)));
      next();
    },
  });
}
