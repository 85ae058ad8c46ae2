import { redirect, redirectDocument } from "@remix-run/node";
import { accessDenied } from "#app/errors/error-page.ts";
import { paths } from "#app/paths.ts";
import { cardReturnIn, keepCardReturn } from "./card-return.ts";
import { keepDraftOfPost } from "./draft.ts";
import { portalApiOf, type Portal, type RouteArgs, type SignedIn } from "./portal.ts";
import { hasAnyRole, hasRole, hasRoleAnywhere, type RoleName } from "./roles.ts";
import { turnAway } from "./turn-away.ts";

export function openToAnyone(args: RouteArgs): void {
  args.context.state.proven.add(args);
}

/** Proves a signed-in user. Throws the redirect to /login or /renew for anyone else, with address and post kept. */
export async function requireUser(args: RouteArgs): Promise<SignedIn> {
  args.context.state.proven.add(args);
  const { session, services } = args.context;
  if (!session.user) throw await keepingWork(args, paths.login());
  const token = await services.identity.freshToken(session);
  if (session.lostAccess) throw await turnAway(args.context, session.lostAccess);
  if (token === undefined) throw await keepingWork(args, paths.renew());
  return { user: session.user, session, api: portalApiOf(args.context, session.account?.clientId) };
}

/** Proves a signed-in user who may work for the current account. Throws a redirect or the access-denied page. */
export async function requireAccount(args: RouteArgs): Promise<Portal> {
  const signedIn = await requireUser(args);
  const { user, session } = signedIn;
  const { account } = session;
  if (!account)
    throw redirectDocument(
      hasRoleAnywhere(user, "MyPortal Switch Account") ? paths.switchAccount() : paths.dashboard(),
    );
  const { clientId } = account;
  if (!hasAnyRole(user, clientId) || hasRole(user, clientId, "MyPortal No Access")) throw accessDenied();
  return { ...signedIn, account };
}

/** Proves a role for the current account. Throws as {@link requireAccount} does. */
export async function requireRole(args: RouteArgs, role: RoleName): Promise<Portal> {
  const portal = await requireAccount(args);
  if (!hasRole(portal.user, portal.account.clientId, role)) throw accessDenied();
  return portal;
}

/** {@link requireRole} for what names a role, else {@link requireAccount}. */
export function requireAccess(args: RouteArgs, { role }: { readonly role?: RoleName }): Promise<Portal> {
  return role === undefined ? requireAccount(args) : requireRole(args, role);
}

async function keepingWork(args: RouteArgs, target: string): Promise<Response> {
  const { request, context } = args;
  // Only what a browser sent from a page of ours may come back as the person's own typing.
  if (request.headers.get("origin") === new URL(context.config.publicUrl).origin) await keepDraftOfPost(args);
  const url = new URL(request.url);
  const brought = cardReturnIn(url);
  if (brought) keepCardReturn(context.session, brought);
  context.session.saveUrl(brought ? url.pathname : url.pathname + url.search);
  if (request.method === "POST" && !context.session.user) context.session.noteUnsent();
  return request.method === "GET" ? redirectDocument(target) : redirect(target, 303);
}
