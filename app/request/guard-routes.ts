import { redirectDocument, type AppLoadContext, type ServerBuild } from "@remix-run/node";
import { isOffered, pageOf, type PageModule } from "#app/document/page-facts.ts";
import { notOffered, toErrorPage, tooManyRequests, toPlainPage } from "#app/errors/error-page.ts";
import { paths } from "#app/paths.ts";
import { refusesAccount } from "#app/portal-api/clients.ts";
import { isPortalApiError, type PortalApiError } from "#app/portal-api/errors.ts";
import { cardReturnIn } from "./card-return.ts";
import { keepDraftOfPost } from "./draft.ts";
import type { RouteArgs } from "./portal.ts";
import { requireUser } from "./require.ts";
import { turnAway } from "./turn-away.ts";

type Routes = ServerBuild["routes"];
type Module = Routes[string]["module"];
type Handler = (args: never) => unknown;
type ToThrown = (thrown: unknown, context: AppLoadContext) => unknown;

/** Wraps loaders and actions: what they throw becomes a page, and one that did not ask who is there fails. */
export function guardRoutes(routes: Routes): Routes {
  const entries = Object.entries(routes).map(([id, route]) => {
    if (!route.module.loader) throw new Error(`${id} has no loader, so nothing guards it`);
    return [id, { ...route, module: guardModule(id, route.module, pageOf(routes, id)) }];
  });
  return Object.fromEntries(entries) as Routes;
}

function guardModule(id: string, module: Module, page: PageModule | undefined): Module {
  // A route without a component (a file, an export) has nothing to draw an error in.
  const toThrown: ToThrown = module.default ? (thrown) => thrown : toPlainPage;
  return {
    ...module,
    loader: guardHandler(id, module.loader as Handler, toThrown, page),
    ...(module.action ? { action: guardHandler(id, module.action as Handler, toThrown, page) } : {}),
  } as Module;
}

function guardHandler(id: string, handler: Handler, toThrown: ToThrown, page: PageModule | undefined) {
  const answer = async (args: RouteArgs) => {
    const { context } = args;
    try {
      if (page) context.state.route = page.path;
      return await answerOf(id, (page && refusalOf(context, page)) ?? handler, args);
    } catch (thrown) {
      if (isPortalApiError(thrown) && !context.signal.aborted) await refuse(args, thrown);
      throw toThrown(toErrorPage(thrown, context), context);
    }
  };
  // Remix stops waiting when the browser leaves, the handler goes on: a stop of the process waits for its end.
  return (args: RouteArgs) => args.context.services.pendingWork.add(id, answer(args));
}

/** What the handler changed in the session is stored before the browser hears of it. */
async function answerOf(id: string, handler: Handler, args: RouteArgs): Promise<unknown> {
  const { state, session, paced } = args.context;
  // Another loader of this request may have taken the messages, and no page shows them.
  const keepMessages = (answer: unknown) => {
    if (answer instanceof Response && answer.headers.has("location")) session.keepFlashes();
  };
  try {
    const answer = await handler(args as never);
    if (!state.proven.has(args)) throw new Error(`${id} answered without asking who is there`);
    keepMessages(answer);
    return answer instanceof Response ? paced(answer) : answer;
  } catch (thrown) {
    keepMessages(thrown);
    throw thrown;
  } finally {
    await session.commit();
  }
}

/** Throws where the portal API takes the token no longer, the person may not be here any more, or not in this account. */
async function refuse(args: RouteArgs, error: PortalApiError): Promise<void> {
  const { session, services, state } = args.context;
  if (error.kind === "forbidden") await services.identity.renew(session);
  if (session.lostAccess) throw await turnAway(args.context, session.lostAccess);
  if (error.kind === "unauthorised" && !state.isRenewalAway) throw await signInAgain(args, error);
  if (refusesAccount(error)) throw redirectDocument(paths.noAccess("generic"));
}

/** What answers in place of the handler; undefined where nothing stands against it. */
function refusalOf({ tooMany, config }: AppLoadContext, { facts }: PageModule): Handler | undefined {
  if (tooMany) return refuseOneTooMany;
  return isOffered(config, facts) ? undefined : refuseAbsentPart;
}

async function refuseAbsentPart(args: RouteArgs): Promise<never> {
  await requireUser(args);
  throw notOffered(args.context.config);
}

/** In place of a handler, beyond a rate limit: a signed-in person's form is kept as a draft. */
async function refuseOneTooMany(args: RouteArgs): Promise<never> {
  if (args.context.session.user) await keepDraftOfPost(args);
  throw tooManyRequests(args.context);
}

/** The portal API takes the token no longer: the session ends, and a sign-in leads back to this address. */
async function signInAgain({ context, request }: RouteArgs, { call }: PortalApiError): Promise<Response> {
  context.log.info({ call }, "session refused by the portal API");
  await context.session.end({ keepDrafts: true });
  const place = new URL(request.url);
  // A card provider's crypt stays out of addresses.
  const isWhole = request.method === "GET" && !cardReturnIn(place);
  const returnTo = isWhole ? place.pathname + place.search : place.pathname;
  return redirectDocument(paths.login({ error: "unauthorised", returnTo }));
}
