import { createHash, timingSafeEqual } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from "express";
import type { Logger } from "pino";
import { bearerOf, requireAccount, type Identify } from "./caller.ts";
import { forbidden, LostAnswer, notFound, Refusal } from "./refusal.ts";
import { parseQuery, type Access, type Call, type Route } from "./route.ts";

interface ApiOptions {
  readonly routes: readonly Route[];
  readonly apiKey: string;
  readonly identify: Identify;
  readonly log: Logger;
}

/**
 * The portal API over HTTP. Every call needs the subscription key and a bearer token, which must give access to the
 * account and the role. Paths match in any case.
 */
export function createPortalApi(options: ApiOptions): Router {
  const router = express.Router({ caseSensitive: false });
  router.use(requireKey(options.apiKey), express.json({ limit: "1mb", strict: false }));
  for (const route of options.routes) {
    const method = route.method.toLowerCase() as "get" | "post" | "put";
    router[method](
      route.path,
      asyncHandler((request, response) => answer(route, options, request, response)),
    );
  }
  router.use((_request, _response, next) => next(notFound()));
  router.use(answerErrors(options.log));
  return router;
}

/** What the other services need to identify a caller. */
export interface ServiceOptions {
  readonly db: DatabaseSync;
  readonly apiKey: string;
  readonly identify: Identify;
}

/** An async handler whose errors reach Express, because version 4 ignores them. */
export function asyncHandler(
  answer: (request: Request, response: Response) => Promise<void>,
): RequestHandler {
  return (request, response, next) => void answer(request, response).catch(next);
}

const keyFromHeader = (request: Request) => request.get("ocp-apim-subscription-key");

/** Refuses calls without the subscription key with a 401; forbids caching. */
export function requireKey(expected: string, readKey: typeof keyFromHeader = keyFromHeader): RequestHandler {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return (request, response, next) => {
    response.set("Cache-Control", "no-store");
    const isKey = timingSafeEqual(digest(readKey(request) ?? ""), digest(expected));
    next(isKey ? undefined : new Refusal(401, { message: "Access denied due to invalid subscription key." }));
  };
}

/** Answers refusals and body parsing errors. Any other error is logged and answered with a 500 without details. */
export function answerErrors(log: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    if (error instanceof LostAnswer) return void request.socket.resetAndDestroy();
    const { status, body } = asRefusal(error);
    if (status >= 500) log.error({ err: error }, "call failed");
    if (typeof body === "string") response.status(status).type("text/plain").send(body);
    else response.status(status).json(body);
  };
}

async function answer(
  route: Route,
  options: ApiOptions,
  request: Request,
  response: Response,
): Promise<void> {
  const { body, headers } = await route.handle({
    ...(await authoriseCaller(request, route.access, options.identify)),
    params: request.params,
    query: parseQuery(request.url),
    body: request.body as unknown,
  });
  response.set(headers ?? {}).json(body);
}

/** The caller and the account, from the bearer token and `X-Client-Id`. Throws 401 and 403 refusals. */
export async function authoriseCaller(
  request: Request,
  access: Access,
  identify: Identify,
): Promise<Pick<Call, "caller" | "clientId">> {
  const caller = await identify(bearerOf(request.get("authorization")));
  const requestedId = request.get("x-client-id");
  if (access === "token" && requestedId === undefined) return { caller, clientId: "" };
  const clientId = requireAccount(caller, requestedId);
  const isAllowed = access === "token" || access === "account" || caller.hasRole(clientId, access);
  if (!isAllowed) throw forbidden();
  return { caller, clientId };
}

function asRefusal(error: unknown): { status: number; body: unknown } {
  if (error instanceof Refusal) return error;
  const status = error instanceof Error && "status" in error ? Number(error.status) : 500;
  if (status >= 400 && status < 500) return { status, body: "The request is not valid." };
  return { status: 500, body: { message: "The portal is temporarily unavailable." } };
}
