import type { DatabaseSync } from "node:sqlite";
import { accounts, type DemoAccount } from "./accounts.ts";
import { seedContacts } from "./contacts.ts";
import { seedNotifications } from "./notifications.ts";
import { createRandom } from "./random.ts";
import { seedTickets } from "./tickets.ts";

/** Fills an empty store with the demo as it would look at `now`. */
export function seed(db: DatabaseSync, now: Date): void {
  for (const account of accounts) {
    // One source for each account: a later area that draws more for one account does not change the others.
    const random = createRandom(Number(account.clientId));
    const addressIds = seedAccount(db, account);
    const contactIds = seedContacts(db, account, { random, now, addressIds });
    seedTickets(db, account, { random, now, addressIds, contactIds });
    seedNotifications(db, account, { random, now });
  }
}

function seedAccount(db: DatabaseSync, account: DemoAccount): number[] {
  db.prepare("INSERT INTO accounts (client_id, name) VALUES (?, ?)").run(account.clientId, account.name);
  const addNumber = db.prepare("INSERT INTO account_numbers (number, client_id) VALUES (?, ?)");
  for (const number of account.numbers) addNumber.run(number, account.clientId);
  const addAddress = db.prepare(
    `INSERT INTO addresses (client_id, is_primary, line1, line2, town, county, post_code, notes)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return account.addresses.map(({ line1, line2 = "", town, county = "", postCode, notes = "" }, index) => {
    const isPrimary = index === 0 ? 1 : 0;
    const { lastInsertRowid } = addAddress.run(
      account.clientId,
      isPrimary,
      line1,
      line2,
      town,
      county,
      postCode,
      notes,
    );
    return Number(lastInsertRowid);
  });
}
