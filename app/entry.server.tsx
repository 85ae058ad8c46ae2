import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { html } from "remix-utils/responses";
import { pageContext } from "./document/page-context.ts";
import type { PageFacts } from "./document/page-facts.ts";
import { retryAfter } from "./errors/error-page.ts";

export { guardRoutes } from "./request/guard-routes.ts";

/** Milliseconds. No loader here returns promises, and until this time-out Remix keeps each request in memory. */
export const streamTimeout = 1;

/** Renders the whole document before it answers, since without scripts a part streamed later would never show. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce }: AppLoadContext,
): Promise<Response> {
  const scripts = shipsScripts(remixContext);
  const context = { ...remixContext, serverHandoffStream: undefined };
  const document = renderToString(
    <pageContext.Provider value={{ nonce, scripts }}>
      <RemixServer context={context} url={request.url} nonce={nonce} />
    </pageContext.Provider>,
  );
  const data = scripts ? await dataScript(remixContext.serverHandoffStream, nonce) : "";
  return html(`<!DOCTYPE html>${document}${data}`, { status, headers: retryAfter(status, headers) });
}

/** The loaders' data in the form that Remix's stream component writes, to stand after the document. */
async function dataScript(stream: ReadableStream<Uint8Array> | undefined, nonce: string): Promise<string> {
  if (!stream) return "";
  const text = JSON.stringify(await new Response(stream).text());
  const controller = "window.__remixContext.streamController";
  return `<script nonce="${nonce}">${controller}.enqueue(${escapeForScript(text)});${controller}.close();</script>`;
}

const UNSAFE_IN_SCRIPT = /[&<>\u2028\u2029]/g;

function escapeForScript(json: string): string {
  return json.replace(
    UNSAFE_IN_SCRIPT,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Replaces Remix's handler, which would print errors that errors/error-page.ts has already logged. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.log.debug({ err: error }, "answered with an error page");
};

function shipsScripts({ staticHandlerContext, routeModules }: EntryContext): boolean {
  if (staticHandlerContext.errors) return false;
  const replies = Object.values(staticHandlerContext.actionData ?? {}) as { scripts?: boolean }[];
  if (replies.some((reply) => reply?.scripts === false)) return false;
  return staticHandlerContext.matches.every(({ route }) => {
    const handle = routeModules[route.id]?.handle as PageFacts | undefined;
    return handle?.scripts !== false;
  });
}
