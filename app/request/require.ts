import { redirect, redirectDocument } from "@remix-run/node";
import { accessDenied, otherAccountPage, pageNotFound } from "#app/errors/error-page.ts";
import type { CurrentAccount } from "#server/session/portal-session.ts";
import { paths } from "#shared/paths.ts";
import type { RoleName } from "#shared/portal-api/role-names.ts";
import { hasAnyRole, hasRole, hasRoleAnywhere } from "#shared/roles.ts";
import { choosableAccounts } from "./accounts.ts";
import { cardReturnIn, keepCardReturn, resultAddress } from "./card-return.ts";
import { keepDraftOfPost } from "./draft.ts";
import { ACCOUNT_FIELD } from "./hidden-fields.ts";
import { signOutWithoutAccess } from "./no-access.ts";
import { portalApiOf, type Portal, type RouteArgs, type SignedIn } from "./portal.ts";

/** Marks a page as not needing sign-in: each loader and action must call this or one of the checks below. */
export function openToAnyone(args: RouteArgs): void {
  args.context.state.accessSettled.add(args);
}

/** Requires someone who's signed in. Otherwise redirects to /login or /renew, keeping the address and form, or signs out someone who has lost access. */
export async function requireUser(args: RouteArgs): Promise<SignedIn> {
  args.context.state.accessSettled.add(args);
  const { session, services } = args.context;
  if (!session.user) throw await saveForReturn(args, paths.login());
  const token = await services.identity.freshToken(session);
  if (session.lostAccess) throw await signOutWithoutAccess(args.context, session.lostAccess);
  if (token === undefined) throw await saveForReturn(args, paths.renew());
  return { user: session.user, session, api: portalApiOf(args.context, session.account?.clientId) };
}

/** Requires access to the current account. Otherwise throws a redirect or the access-denied page. */
export async function requireAccount(args: RouteArgs): Promise<Portal> {
  const signedIn = await requireUser(args);
  const { user, session } = signedIn;
  const { account } = session;
  if (!account) {
    // The page opens once they've chosen an account.
    if (args.request.method === "GET") saveAddress(args);
    throw redirectDocument(
      hasRoleAnywhere(user, "MyPortal Switch Account") ? paths.switchAccount() : paths.dashboard(),
    );
  }
  await requireLinkedAccount(args, signedIn, account);
  const { clientId } = account;
  if (!hasAnyRole(user, clientId) || hasRole(user, clientId, "MyPortal No Access")) throw await deny(args);
  return { ...signedIn, account };
}

/** Requires the role in the current account or, if it's undefined, just access to it. Otherwise throws a redirect or the access-denied page. */
export async function requireRole(args: RouteArgs, role: RoleName | undefined): Promise<Portal> {
  const portal = await requireAccount(args);
  if (role && !hasRole(portal.user, portal.account.clientId, role)) throw await deny(args);
  return portal;
}

/** Returns the access-denied page. Keeps the form, because the role may have been removed by mistake and come back. */
async function deny(args: RouteArgs): Promise<unknown> {
  await keepOwnForm(args);
  return accessDenied(args.context);
}

/** Keeps the posted form as a draft, unless another site sent it, whose form mustn't appear later as the person's own input. */
async function keepOwnForm(args: RouteArgs): Promise<void> {
  const { origin } = new URL(args.context.config.publicUrl);
  if (args.request.headers.get("origin") === origin) await keepDraftOfPost(args);
}

async function saveForReturn(args: RouteArgs, target: string): Promise<Response> {
  const { request, context } = args;
  await keepOwnForm(args);
  saveAddress(args);
  if (request.method === "POST" && !context.session.user) context.session.recordUnsavedForm();
  return request.method === "GET" ? redirectDocument(target) : redirect(target, 303);
}

function saveAddress({ request, context }: RouteArgs): void {
  const url = new URL(request.url);
  const cardReturn = cardReturnIn(url);
  // Saves a card return under its result page's short address, because one cookie has to hold both until they sign in.
  context.session.saveUrl(cardReturn ? resultAddress(cardReturn) : url.pathname + url.search);
  if (cardReturn) keepCardReturn(context.session, cardReturn);
}

/** Whether this is a single object's address and it names its account. Lists may use that parameter for a filter. */
function namesAccount({ request, params }: RouteArgs): boolean {
  const isObjectPage = Object.keys(params).length > 0;
  return isObjectPage && request.method !== "POST" && new URL(request.url).searchParams.has(ACCOUNT_FIELD);
}

/**
 * Throws a page that offers to switch if the address names another of the person's accounts. Any other account is Page
 * Not Found, so that someone else's looks like one that doesn't exist.
 */
async function requireLinkedAccount(args: RouteArgs, signedIn: SignedIn, current: CurrentAccount) {
  if (!namesAccount(args)) return;
  const { pathname, searchParams } = new URL(args.request.url);
  const namedIds = searchParams.getAll(ACCOUNT_FIELD);
  if (namedIds.length === 1 && namedIds[0] === current.clientId) return;
  const accounts = await choosableAccounts(args, signedIn);
  const account = accounts.find(({ clientId }) => namedIds.length === 1 && clientId === namedIds[0]);
  if (!account) throw pageNotFound();
  searchParams.delete(ACCOUNT_FIELD);
  const to = searchParams.size === 0 ? pathname : `${pathname}?${searchParams.toString()}`;
  const { clientId: id, name } = account;
  // This makes the page's heading 'This belongs to …'.
  throw otherAccountPage({ name: "This", to, account: { id, name } }, current.name);
}
