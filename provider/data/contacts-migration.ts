import type { DatabaseSync } from "node:sqlite";
import { millisecondsInHour } from "date-fns/constants";
import { insert, update, type Migration } from "#provider/store/store.ts";
import { accounts, addressRow } from "./accounts.ts";
import { addressCases, contactCases, type ContactCase } from "./contact-cases.ts";
import { roleSum } from "./contacts.ts";
import { marketingTopics } from "./marketing.ts";
import { clientIds, people } from "./people.ts";
import { createRandom } from "./random.ts";

const SEED = 404;

const schema = `
ALTER TABLE contacts ADD COLUMN subject TEXT;
ALTER TABLE contacts ADD COLUMN is_employee INTEGER NOT NULL DEFAULT 0;
ALTER TABLE contacts ADD COLUMN is_managed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE contacts ADD COLUMN is_registered INTEGER NOT NULL DEFAULT 1;
ALTER TABLE contacts ADD COLUMN notes TEXT NOT NULL DEFAULT '';
ALTER TABLE contacts ADD COLUMN changed_by TEXT NOT NULL DEFAULT '';
ALTER TABLE addresses ADD COLUMN changed_by TEXT NOT NULL DEFAULT '';
CREATE UNIQUE INDEX contacts_by_subject ON contacts (client_id, subject);

CREATE TABLE marketing_opt_ins (
  contact_id INTEGER NOT NULL REFERENCES contacts,
  topic_id INTEGER NOT NULL,
  channel TEXT NOT NULL,
  PRIMARY KEY (contact_id, topic_id, channel)
) WITHOUT ROWID;
`;

/**
 * The columns for editing contacts and locations, and edge cases that tests and demonstrations look up by name.
 * `subject` is the id of the contact's sign-in at the identity provider, `changed_by` the last editor's name.
 */
export const contactsMigration: Migration = {
  schema,
  fill(db, now) {
    for (const address of addressCases) {
      insert(db, "addresses", { ...addressRow(address), client_id: clientIds.harbourPine });
    }
    linkSignIns(db, now);
    addEmployees(db, now);
    applyContactCases(db);
    addSecondAdministrator(db);
    addOptIns(db);
  },
};

function linkSignIns(db: DatabaseSync, now: Date): void {
  const link = db.prepare("UPDATE contacts SET subject = ?, last_login_at = ? WHERE email = ?");
  const customers = people.filter(({ userType }) => userType === "customer");
  customers.forEach(({ id, email }, index) =>
    link.run(id, now.getTime() - (index + 2) * millisecondsInHour, email),
  );
}

/** Employees have an account details form too, so each of them is a contact in every account, but hidden from lists. */
function addEmployees(db: DatabaseSync, now: Date): void {
  const primary = db.prepare("SELECT address_id FROM addresses WHERE client_id = ? AND is_primary = 1");
  const employees = people.filter(({ userType }) => userType === "employee");
  for (const { clientId } of accounts) {
    for (const { id, firstName, lastName, position, email, roles } of employees) {
      insert(db, "contacts", {
        client_id: clientId,
        salutation: "Ms",
        first_names: firstName,
        surname: lastName,
        position,
        telephone: "03447706010",
        email,
        address_id: Number(primary.get(clientId)?.address_id),
        portal_role: roleSum(roles[clientId] ?? []),
        validated_at: now.getTime(),
        last_login_at: now.getTime(),
        subject: id,
        is_employee: 1,
      });
    }
  }
}

function applyContactCases(db: DatabaseSync): void {
  const ordinaryContacts = db
    .prepare("SELECT * FROM contacts WHERE client_id = ? AND subject IS NULL ORDER BY contact_id")
    .all(clientIds.harbourPine);
  contactCases.forEach((contactCase, index) => {
    const row = ordinaryContacts[index];
    if (row) applyContactCase(db, Number(row.contact_id), contactCase);
  });
}

function applyContactCase(db: DatabaseSync, contactId: number, contactCase: ContactCase): void {
  const { firstNames, roles, state, isManaged, ...texts } = contactCase;
  const isNew = state === "New" || state === "Not registered";
  update(
    db,
    "contacts",
    { contact_id: contactId },
    {
      ...texts,
      ...(firstNames && { first_names: firstNames }),
      ...(roles && { portal_role: roleSum(roles) }),
      ...(state === "Not validated" && { validated_at: null }),
      ...(isNew && { last_login_at: null }),
      is_managed: Number(isManaged ?? false),
      is_registered: Number(state !== "Not registered"),
      is_locked_out: Number(state === "Locked"),
    },
  );
}

/** Gives one account a second administrator, so that the first can lose the role without a warning. */
function addSecondAdministrator(db: DatabaseSync): void {
  db.prepare(
    `UPDATE contacts SET portal_role = portal_role | ? WHERE contact_id =
       (SELECT min(contact_id) FROM contacts WHERE client_id = ? AND subject IS NULL)`,
  ).run(roleSum(["MyPortal Admin"]), clientIds.harbourPineRetail);
}

/** Ben (2002) doesn't get any opt-ins, so that his account details form opens with the marketing warning. */
function addOptIns(db: DatabaseSync): void {
  const random = createRandom(SEED);
  for (const row of db.prepare("SELECT contact_id, subject FROM contacts ORDER BY contact_id").all()) {
    for (const { topicId, channels } of marketingTopics) {
      const chosen = channels.filter((channel) => channel === "Email" || random.chance(0.3));
      // After drawing the random numbers, so that the others' opt-ins don't depend on it.
      if (row.subject === "2002") continue;
      for (const channel of chosen) {
        insert(db, "marketing_opt_ins", { contact_id: row.contact_id!, topic_id: topicId, channel });
      }
    }
  }
}
