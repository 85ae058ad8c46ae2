import { redirectDocument, type AppLoadContext, type ServerBuild } from "@remix-run/node";
import { notOffered, toErrorPage, tooManyRequests, toPlainPage } from "#app/errors/error-page.ts";
import { isOffered, pageOf, type PageModule } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { refusesAccount } from "#shared/portal-api/clients.ts";
import { isPortalApiError, type PortalApiError } from "#shared/portal-api/errors.ts";
import { cardReturnIn } from "./card-return.ts";
import { keepDraftOfPost } from "./draft.ts";
import { signOutWithoutAccess } from "./no-access.ts";
import type { RouteArgs } from "./portal.ts";
import { requireUser } from "./require.ts";

type Routes = ServerBuild["routes"];
type Module = Routes[string]["module"];
type Handler = (args: never) => unknown;
type AdaptError = (thrown: unknown, context: AppLoadContext) => unknown;

/** Wraps all loaders and actions: their errors become pages, and one that hasn't checked access fails. */
export function guardRoutes(routes: Routes): Routes {
  const entries = Object.entries(routes).map(([id, route]) => {
    if (!route.module.loader) throw new Error(`${id} has no loader, so it isn't guarded`);
    return [id, { ...route, module: guardModule(id, route.module, pageOf(routes, id)) }];
  });
  return Object.fromEntries(entries) as Routes;
}

function guardModule(id: string, module: Module, page: PageModule | undefined): Module {
  // A route without a component (e.g. a download) can't render an error page.
  const adaptError: AdaptError = module.default ? (thrown) => thrown : toPlainPage;
  return {
    ...module,
    loader: guardHandler(id, module.loader as Handler, adaptError, page),
    ...(module.action ? { action: guardHandler(id, module.action as Handler, adaptError, page) } : {}),
  } as Module;
}

function guardHandler(id: string, handler: Handler, adaptError: AdaptError, page: PageModule | undefined) {
  const respond = async (args: RouteArgs) => {
    const { context } = args;
    try {
      if (page) context.state.route = page.path;
      const answer = await runHandler(id, (page && refusingHandler(context, page)) ?? handler, args);
      // If one resource in the API refuses, it's broken; if two do, they refuse the token (docs/architecture.md).
      if (context.state.refusedBy.size > 1 && args.request.method !== "POST") throw await signInAgain(args);
      return answer;
    } catch (thrown) {
      if (isPortalApiError(thrown) && !context.signal.aborted) await throwIfAccessLost(args, thrown);
      throw adaptError(toErrorPage(thrown, context), context);
    }
  };
  // Remix stops waiting when the browser disconnects, but the handler still runs, so shutting down has to wait for it.
  return (args: RouteArgs) => args.context.services.pendingWork.add(id, respond(args));
}

async function runHandler(id: string, handler: Handler, args: RouteArgs): Promise<unknown> {
  const { state, session, withBackpressure } = args.context;
  // A redirect doesn't show a page, so any messages that another loader has already taken go back.
  const keepMessages = (answer: unknown) => {
    if (answer instanceof Response && answer.headers.has("location")) session.keepFlashes();
  };
  try {
    const answer = await handler(args as never);
    if (!state.accessSettled.has(args)) throw new Error(`${id} returned without checking who's asking`);
    keepMessages(answer);
    return answer instanceof Response ? withBackpressure(answer) : answer;
  } catch (thrown) {
    keepMessages(thrown);
    throw thrown;
  } finally {
    await session.commit();
  }
}

/** Throws a redirect if the API no longer accepts the token, the person has lost access, or it refuses the account. */
async function throwIfAccessLost(args: RouteArgs, error: PortalApiError): Promise<void> {
  const { session, services, state } = args.context;
  // Only a renewed token tells us whether a 403 means that the person has lost access.
  if (error.kind === "forbidden") await services.identity.renew(session);
  if (session.lostAccess) throw await signOutWithoutAccess(args.context, session.lostAccess);
  if (error.kind === "unauthorised" && !state.isRenewalUnavailable) throw await signInAgain(args);
  if (refusesAccount(error)) throw redirectDocument(paths.noAccess("generic"));
}

function refusingHandler({ tooMany, config }: AppLoadContext, { facts }: PageModule): Handler | undefined {
  if (tooMany) return refuseRateLimited;
  return isOffered(config, facts) ? undefined : refuseNotOffered;
}

async function refuseNotOffered(args: RouteArgs): Promise<never> {
  await requireUser(args);
  throw notOffered(args.context.config);
}

async function refuseRateLimited(args: RouteArgs): Promise<never> {
  if (args.context.session.user) await keepDraftOfPost(args);
  throw tooManyRequests(args.context);
}

/** Ends the session, because the API no longer accepts its token. Signing in then leads back to this address. */
async function signInAgain({ context, request }: RouteArgs): Promise<Response> {
  await context.session.end({ keepDrafts: true });
  const url = new URL(request.url);
  // The card provider's crypt mustn't end up in the sign-in page's address.
  const mayKeepQuery = request.method === "GET" && !cardReturnIn(url);
  const returnTo = mayKeepQuery ? url.pathname + url.search : url.pathname;
  return redirectDocument(paths.login({ error: "unauthorised", returnTo }), 303);
}
