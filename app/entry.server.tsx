import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { html } from "remix-utils/responses";
import { textLength } from "#shared/limits.ts";
import type { PageFacts } from "#shared/page-facts.ts";
import { inSpan } from "#shared/portal-api/spans.ts";
import { pageContext } from "./document/page-context.ts";
import { retryAfter } from "./errors/error-page.ts";

export { guardRoutes } from "./request/guard-routes.ts";

/** Milliseconds. No loader here returns promises, and Remix keeps each request in memory until this time-out. */
export const streamTimeout = 1;

/** Renders the whole document before answering, because without scripts a part streamed later would never show. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce }: AppLoadContext,
): Promise<Response> {
  // Pages without scripts don't need data.
  const data = shipsScripts(remixContext)
    ? await new Response(remixContext.serverHandoffStream).text()
    : undefined;
  const scripts = data !== undefined && data.length <= textLength.pageData;
  const context = { ...remixContext, serverHandoffStream: undefined };
  const document = await inSpan(
    () => ({ name: "render" }),
    async () =>
      renderToString(
        <pageContext.Provider value={{ nonce, scripts }}>
          <RemixServer context={context} url={request.url} nonce={nonce} />
        </pageContext.Provider>,
      ),
  );
  const script = scripts ? dataScript(data, nonce) : "";
  return html(`<!DOCTYPE html>${document}${script}`, { status, headers: retryAfter(status, headers) });
}

/** Passes the data to the scripts as Remix's stream component would. It has to come after the document. */
function dataScript(data: string, nonce: string): string {
  const controller = "window.__remixContext.streamController";
  const text = escapeForScript(JSON.stringify(data));
  return `<script nonce="${nonce}">${controller}.enqueue(${text});${controller}.close();</script>`;
}

/** Three passes over the text are faster than one with a replacer function. */
function escapeForScript(json: string): string {
  return json.replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

/** Replaces Remix's handler, which would print errors that errors/error-page.ts has already logged. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.log.debug({ err: error }, "returned an error page");
};

function shipsScripts({ staticHandlerContext, routeModules }: EntryContext): boolean {
  if (staticHandlerContext.errors) return false;
  const views: ({ scripts?: boolean } | null | undefined)[] = Object.values(staticHandlerContext.loaderData);
  if (views.some((view) => view?.scripts === false)) return false;
  return staticHandlerContext.matches.every(({ route }) => {
    const handle = routeModules[route.id]?.handle as PageFacts | undefined;
    return handle?.scripts !== false;
  });
}
