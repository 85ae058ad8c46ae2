import { panel } from "#app/errors/panel.ts";
import { getClientSummary, type ClientSummary } from "#app/portal-api/clients.ts";
import type { LoadContext } from "#server/load-context.ts";
import type { CurrentAccount } from "#server/session/portal-session.ts";
import { portalApiOf, type Portal } from "./portal.ts";

/** What the portal shows of an account. */
export interface AccountSummary {
  readonly name: string;
  readonly numbers: readonly string[];
  /** The primary address, line by line, without empty lines. */
  readonly address: readonly string[];
}

/** Choosing an account does not wait longer for its summary: the next page can ask for it again. */
const SUMMARY_TIMEOUT_MS = 8_000;

/**
 * The summary of the current account, asked for once in a session (spec 1 §4: cached per client). Throws
 * PortalApiError.
 */
export async function accountSummary({
  api,
  session,
  account,
}: Omit<Portal, "user">): Promise<AccountSummary> {
  const known = session.summaryOf(account.clientId);
  if (known) return toSummary(known);
  const summary = await api.call(getClientSummary, {}, { timeoutMs: SUMMARY_TIMEOUT_MS });
  session.rememberSummary(account.clientId, summary);
  return toSummary(summary);
}

/**
 * Makes an account of the user's the current one and fetches its summary (spec 1 §4). Only an unauthorised
 * answer is thrown; without its summary the account is still chosen.
 */
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
  return {
    name: clientName,
    numbers: accountNumbers(myAccounts),
    address: lines.filter((line) => line !== ""),
  };
}

/** `clientId:x/sageId` → `sageId`, each once and in the API's order. */
function accountNumbers(myAccounts: readonly string[]): string[] {
  const numbers = myAccounts.map((text) => text.slice(text.lastIndexOf("/") + 1).trim());
  return [...new Set(numbers)].filter((number) => number !== "");
}
