import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import type { LoadContext } from "#server/load-context.ts";
import type { CurrentAccount } from "#server/session/portal-session.ts";
import { getClientSummary, type ClientSummary } from "#shared/portal-api/clients.ts";
import { addressLines } from "#shared/portal-api/shapes.ts";
import { portalApiOf, type Portal } from "./portal.ts";

export type AccountSummary = Awaited<ReturnType<typeof accountSummary>>;

const MEMBERSHIPS = ["Gold", "Silver", "Bronze"];

/** The API's summary of the current account, cached in the session. Throws PortalApiError. */
export async function currentSummary({
  api,
  session,
  account,
}: Omit<Portal, "user">): Promise<ClientSummary> {
  const cached = session.summaryOf(account.clientId);
  if (cached) return cached;
  const summary = await api.call(getClientSummary, {}, optionalCallOptions);
  session.rememberSummary(account.clientId, summary);
  return summary;
}

export async function accountSummary(portal: Omit<Portal, "user">) {
  const { clientName, myAccounts, address, membershipTier } = await currentSummary(portal);
  // An entry is 'clientId:1/account number'.
  const numbers = myAccounts.map((text) => text.slice(text.lastIndexOf("/") + 1).trim());
  return {
    name: clientName,
    numbers: [...new Set(numbers)].filter((number) => number !== ""),
    address: addressLines(address),
    membership: MEMBERSHIPS.find((tier) => tier === membershipTier) ?? "",
  };
}

/** Makes an account the current one, even if its summary can't be loaded. */
export async function enterAccount(context: LoadContext, account: CurrentAccount): Promise<void> {
  const { session } = context;
  const { clientId, name } = account;
  // The summaries of thousands of accounts would fill the session.
  if (session.account && session.account.clientId !== clientId)
    session.forgetSummary(session.account.clientId);
  session.selectAccount({ clientId, name });
  const api = portalApiOf(context, clientId);
  await tolerate(currentSummary({ api, session, account }), { context });
}
