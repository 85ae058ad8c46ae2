import { panel, partOptions } from "#app/errors/panel.ts";
import { getClientSummary, type ClientSummary } from "#app/portal-api/clients.ts";
import type { LoadContext } from "#server/load-context.ts";
import type { CurrentAccount } from "#server/session/portal-session.ts";
import { portalApiOf, type Portal } from "./portal.ts";

export interface AccountSummary {
  readonly name: string;
  readonly numbers: readonly string[];
  readonly address: readonly string[];
}

/** The summary of the current account, asked for once in a session. Throws PortalApiError. */
export async function accountSummary({
  api,
  session,
  account,
}: Omit<Portal, "user">): Promise<AccountSummary> {
  const known = session.summaryOf(account.clientId);
  if (known) return toSummary(known);
  const summary = await api.call(getClientSummary, {}, partOptions);
  session.rememberSummary(account.clientId, summary);
  return toSummary(summary);
}

/** Makes an account of the user's the current one, also when its summary can't be had. */
export async function enterAccount(context: LoadContext, account: CurrentAccount): Promise<void> {
  const { session } = context;
  const { clientId, name } = account;
  session.selectAccount({ clientId, name });
  const api = portalApiOf(context, clientId);
  await panel(accountSummary({ api, session, account }), { context });
}

function toSummary({ clientName, myAccounts, address }: ClientSummary): AccountSummary {
  const { line1 = "", line2 = "", town = "", county = "", postCode = "" } = address ?? {};
  const lines = [line1, line2, town, county, postCode].map((line) => line.trim());
  const numbers = myAccounts.map((text) => text.slice(text.lastIndexOf("/") + 1).trim());
  return {
    name: clientName,
    numbers: [...new Set(numbers)].filter((number) => number !== ""),
    address: lines.filter((line) => line !== ""),
  };
}
