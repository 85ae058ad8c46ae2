import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import type { LoadContext } from "#server/load-context.ts";
import type { CurrentAccount, RememberedSummary } from "#server/session/portal-session.ts";
import { textLength } from "#shared/limits.ts";
import { getClientSummary, memberships } from "#shared/portal-api/clients.ts";
import { getCurrentContact } from "#shared/portal-api/contacts.ts";
import { addressLines, cutText, toText } from "#shared/portal-api/shapes.ts";
import { portalApiOf, type Portal } from "./portal.ts";

export type AccountSummary = Awaited<ReturnType<typeof accountSummary>>;

/** The API's summary of the current account, cached in the session. Throws PortalApiError. */
export async function currentSummary({
  api,
  session,
  account,
}: Omit<Portal, "user">): Promise<RememberedSummary> {
  const cached = session.summaryOf(account.clientId);
  if (cached) return cached;
  const [answer, contact] = await Promise.all([
    api.call(getClientSummary, {}, optionalCallOptions),
    // Employees have no contact.
    session.user?.b2c ? tolerate(api.call(getCurrentContact, {}, optionalCallOptions)) : undefined,
  ]);
  const nameOf = (text: unknown) => cutText(toText(text).trim(), textLength.title);
  const { firstNames, surname } = contact?.ok ? contact.value : {};
  const contactName = nameOf(firstNames) ? { first: nameOf(firstNames), last: nameOf(surname) } : undefined;
  const summary = { ...answer, contactName };
  session.rememberSummary(account.clientId, summary);
  return summary;
}

export async function accountSummary(portal: Omit<Portal, "user">) {
  const { clientName, myAccounts, address, membershipTier, contactName } = await currentSummary(portal);
  // Each ends in '/' and an account number, e.g. '1001:1/HAR001'.
  const numbers = myAccounts.map((text) => text.slice(text.lastIndexOf("/") + 1).trim());
  return {
    name: clientName,
    contactName,
    numbers: [...new Set(numbers)].filter((number) => number !== ""),
    address: addressLines(address),
    membership: memberships.find((tier) => tier === membershipTier) ?? "",
  };
}

/** Makes an account the current one, even if its summary can't be loaded. */
export async function enterAccount(context: LoadContext, account: CurrentAccount): Promise<void> {
  const { session } = context;
  const { clientId, name } = account;
  // With thousands of accounts, their summaries would fill the session.
  if (session.account && session.account.clientId !== clientId)
    session.forgetSummary(session.account.clientId);
  session.selectAccount({ clientId, name });
  const api = portalApiOf(context, clientId);
  await tolerate(currentSummary({ api, session, account }), { context });
}
