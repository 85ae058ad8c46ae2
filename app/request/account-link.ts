import { otherAccountPage, pageNotFound } from "#app/errors/error-page.ts";
import type { CurrentAccount } from "#server/session/portal-session.ts";
import { choosableAccounts } from "./choosable-accounts.ts";
import { ACCOUNT_FIELD } from "./hidden-fields.ts";
import type { RouteArgs, SignedIn } from "./portal.ts";

/** Whether this is the address of a single object and names its account; lists may use that name for a filter. */
function namesAccount({ request, params }: RouteArgs): boolean {
  const isObjectPage = Object.keys(params).length > 0;
  return isObjectPage && request.method !== "POST" && new URL(request.url).searchParams.has(ACCOUNT_FIELD);
}

/**
 * Throws a page that offers the switch if the address names another account of the person's. Any other account is Page Not
 * Found: somebody else's looks like one that does not exist.
 */
export async function requireLinkedAccount(
  args: RouteArgs,
  signedIn: SignedIn,
  current: CurrentAccount,
): Promise<void> {
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
  // The page's heading is then 'This belongs to …'.
  throw otherAccountPage({ name: "This", to, account: { id, name } }, current.name);
}
