import { redirect, redirectDocument } from "@remix-run/node";
import { accessDenied } from "#app/errors/error-page.ts";
import { keepDraftOfPost } from "#app/forms/draft.ts";
import { paths } from "#app/paths.ts";
import { cardReturnIn, keepCardReturn } from "./card-return.ts";
import { portalApiOf, type Portal, type RouteArgs, type SignedIn } from "./portal.ts";
import { hasRole, hasRoleAnywhere, parseRole, type RoleName } from "./roles.ts";

/** The guard of the few routes that are open to anyone. */
export function openToAnyone(args: RouteArgs): void {
  args.context.state.proven.add(args);
}

/**
 * Proves a signed-in user. Throws the redirect to /login, with the address kept, for anyone else, and the one
 * to /renew where the token has run out and can't be renewed silently (spec 1 §4, 3 §4).
 */
export async function requireUser(args: RouteArgs): Promise<SignedIn> {
  args.context.state.proven.add(args);
  const { session, services } = args.context;
  if (!session.user) throw await keepingWork(args, paths.login());
  const token = await services.identity.freshToken(session);
  if (token === undefined) throw await keepingWork(args, paths.renew());
  return { user: session.user, session, api: portalApiOf(args.context, session.account?.clientId) };
}

/**
 * Proves a signed-in user with a current account. Without one only the account-switch page is open; a user
 * who may not be here gets the access-denied page (spec 3 §4).
 */
export async function requireAccount(args: RouteArgs): Promise<Portal> {
  const signedIn = await requireUser(args);
  const { user, session } = signedIn;
  const { account } = session;
  if (!account)
    throw redirectDocument(
      hasRoleAnywhere(user, "MyPortal Switch Account") ? paths.switchAccount() : paths.dashboard(),
    );
  const hasAny = user.roles.some((role) => parseRole(role)?.clientId === account.clientId);
  const denied = !hasAny || hasRole(user, account.clientId, "MyPortal No Access");
  if (denied) throw accessDenied();
  return { ...signedIn, account };
}

/** Proves a role for the current account; access is denied without it (spec 3 §2.6, §4). */
export async function requireRole(args: RouteArgs, role: RoleName): Promise<Portal> {
  const portal = await requireAccount(args);
  if (!hasRole(portal.user, portal.account.clientId, role)) throw accessDenied();
  return portal;
}

/** After a post the page that held the form is asked for again, and finds there what was typed (architecture §4). */
async function keepingWork(args: RouteArgs, target: string): Promise<Response> {
  // Only what a browser sent from a page of ours: anybody else could fill the store with drafts.
  const own = new URL(args.context.config.publicUrl).origin;
  if (args.request.headers.get("origin") === own) await keepDraftOfPost(args);
  const url = new URL(args.request.url);
  const brought = cardReturnIn(url);
  if (brought) keepCardReturn(args.context.session, brought);
  args.context.session.saveUrl(brought ? url.pathname : url.pathname + url.search);
  return args.request.method === "GET" ? redirectDocument(target) : redirect(target, 303);
}
