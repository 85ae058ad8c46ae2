import type { DatabaseSync } from "node:sqlite";
import { accountIdsOfEmployee, storeAccounts } from "#provider/data/many-accounts.ts";
import { clientIds } from "#provider/data/people.ts";
import { notFound } from "./refusal.ts";
import { route, type Route } from "./route.ts";

const WHOLESALE_TIER = 8;

/** `Client/*`: the caller's accounts, and the summary of one. */
export function clientRoutes(db: DatabaseSync): Route[] {
  return [
    route("GET /Client/MyAccounts", "token", ({ caller }) => {
      // The test employees' thousands of accounts are only stored once one of them signs in.
      storeAccounts(db, accountIdsOfEmployee(caller.claims.sub));
      return { body: listAccounts(db, caller.clientIds) };
    }),
    route("GET /Client/GetSummaryDetails", "account", ({ clientId }) => ({ body: summaryOf(db, clientId) })),
  ];
}

function listAccounts(db: DatabaseSync, clientIds: readonly string[]): unknown[] {
  return db
    .prepare(
      `SELECT client_id AS clientId, name FROM accounts
       WHERE client_id IN (SELECT value FROM json_each(?)) ORDER BY name`,
    )
    .all(JSON.stringify(clientIds));
}

function summaryOf(db: DatabaseSync, clientId: string): unknown {
  const account = db.prepare("SELECT name FROM accounts WHERE client_id = ?").get(clientId);
  if (!account) throw notFound();
  const numbers = db
    .prepare("SELECT number FROM account_numbers WHERE client_id = ? ORDER BY number")
    .all(clientId);
  const address = db
    .prepare(
      `SELECT line1, line2, town, county, post_code AS postCode FROM addresses
       WHERE client_id = ? AND is_primary = 1`,
    )
    .get(clientId);
  return {
    clientName: account.name,
    customerTier: clientId === clientIds.northgate ? WHOLESALE_TIER : 2,
    membershipTier: clientId === clientIds.northgate ? "Silver" : "Gold",
    myAccounts: numbers.map(({ number }, index) => `${clientId}:${index + 1}/${number}`),
    address: address ?? null,
  };
}
