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
import { allowedAccount, bearerOf, type Identify } from "./caller.ts";
import { forbidden, LostAnswer, notFound, Refusal } from "./refusal.ts";
import { queryOf, type Access, type Call, type Route } from "./route.ts";

interface ApiOptions {
  readonly routes: readonly Route[];
  readonly apiKey: string;
  readonly identify: Identify;
  readonly log: Logger;
}

/**
 * The portal API over HTTP: subscription key and bearer on every call, account and role proven from the token.
 * Paths match in any case, with any leading slashes.
 */
export function createPortalApi(options: ApiOptions): Router {
  const router = express.Router({ caseSensitive: false });
  router.use(requireKey(options.apiKey), express.json({ limit: "1mb", strict: false }));
  for (const route of options.routes) {
    const method = route.method.toLowerCase() as "get" | "post" | "put";
    router[method](
      route.path,
      handled((request, response) => answer(route, options, request, response)),
    );
  }
  router.use((_request, _response, next) => next(notFound()));
  router.use(refusals(options.log));
  return router;
}

/** What a service beside the API needs to know who asks. */
export interface ServiceOptions {
  readonly db: DatabaseSync;
  readonly apiKey: string;
  readonly identify: Identify;
}

/** Hands on what a promise rejects with, which Express 4 would lose. */
export function handled(answer: (request: Request, response: Response) => Promise<void>): RequestHandler {
  return (request, response, next) => void answer(request, response).catch(next);
}

const keyInHeader = (request: Request) => request.get("ocp-apim-subscription-key");

/** Lets calls with the subscription key pass, and keeps caches out; refuses others with 401. */
export function requireKey(expected: string, keyIn: typeof keyInHeader = keyInHeader): RequestHandler {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return (request, response, next) => {
    response.set("Cache-Control", "no-store");
    const isKey = timingSafeEqual(digest(keyIn(request) ?? ""), digest(expected));
    next(isKey ? undefined : new Refusal(401, { message: "Access denied due to invalid subscription key." }));
  };
}

/** Answers Refusals and body faults; anything else is logged and a 500 without detail. */
export function refusals(log: Logger): ErrorRequestHandler {
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
    ...(await proveCaller(request, route.access, options.identify)),
    params: request.params,
    query: queryOf(request.url),
    body: request.body as unknown,
  });
  response.set(headers ?? {}).json(body);
}

/** Who asks, and for which account, by bearer and `X-Client-Id`. Throws 401 and 403 refusals. */
export async function proveCaller(
  request: Request,
  access: Access,
  identify: Identify,
): Promise<Pick<Call, "caller" | "clientId">> {
  const caller = await identify(bearerOf(request.get("authorization")));
  const named = request.get("x-client-id");
  if (access === "token" && named === undefined) return { caller, clientId: "" };
  const clientId = allowedAccount(caller, named);
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
