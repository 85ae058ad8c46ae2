import type { DatabaseSync } from "node:sqlite";
import { accounts } from "./accounts.ts";
import { addressCases } from "./address-cases.ts";
import { contactCases, type ContactCase } from "./contact-cases.ts";
import { roleSum } from "./contacts.ts";
import { marketingTopics } from "./marketing.ts";
import { clientIds, people, type Person } from "./people.ts";
import { createRandom } from "./random.ts";

const HOUR_MS = 60 * 60 * 1000;
const SEED = 404;

/** Links the demo people to their contacts, and adds the cases that contacts and locations can bring. */
export function seedContactCases(db: DatabaseSync, now: Date): void {
  addLocations(db);
  linkPeople(db, now);
  addStaff(db, now);
  placeCases(db);
  addSecondAdministrator(db);
  addOptIns(db);
}

function addLocations(db: DatabaseSync): void {
  const add = db.prepare(
    `INSERT INTO addresses (client_id, line1, line2, town, county, post_code, notes) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const { line1, line2 = "", town, county = "", postCode, notes = "" } of addressCases) {
    add.run(clientIds.harbourPine, line1, line2, town, county, postCode, notes);
  }
}

function linkPeople(db: DatabaseSync, now: Date): void {
  const link = db.prepare("UPDATE contacts SET subject = ?, last_login_at = ? WHERE email = ?");
  const customers = people.filter(({ userType }) => userType === "customer");
  customers.forEach(({ id, email }, index) => link.run(id, now.getTime() - (index + 2) * HOUR_MS, email));
}

/** An employee has an account details form too: a contact in each account, which no list shows. */
function addStaff(db: DatabaseSync, now: Date): void {
  const add = db.prepare(
    `INSERT INTO contacts (client_id, salutation, first_names, surname, position, telephone, email, address_id,
       portal_role, validated_at, last_login_at, subject, is_staff)
     SELECT client_id, 'Ms', ?, ?, ?, '03447706010', ?, address_id, ?, ?, ?, ?, 1
     FROM addresses WHERE client_id = ? AND is_primary = 1`,
  );
  const staffOf = (clientId: string) => (person: Person) => {
    const { id, firstName, lastName, position, email, roles } = person;
    const time = now.getTime();
    add.run(firstName, lastName, position, email, roleSum(roles[clientId] ?? []), time, time, id, clientId);
  };
  const employees = people.filter(({ userType }) => userType === "employee");
  for (const { clientId } of accounts) employees.forEach(staffOf(clientId));
}

function placeCases(db: DatabaseSync): void {
  const ordinary = db
    .prepare("SELECT * FROM contacts WHERE client_id = ? AND subject IS NULL ORDER BY contact_id")
    .all(clientIds.harbourPine);
  contactCases.forEach((own, index) => {
    const row = ordinary[index];
    if (row) placeCase(db, Number(row.contact_id), own, Number(row.validated_at));
  });
}

function placeCase(db: DatabaseSync, contactId: number, own: ContactCase, validatedAt: number): void {
  const set = (column: string, value: string | number | null | undefined) => {
    if (value === undefined) return;
    db.prepare(`UPDATE contacts SET ${column} = ? WHERE contact_id = ?`).run(value, contactId);
  };
  const isNew = own.state === "New" || own.state === "Not registered";
  set("salutation", own.salutation);
  set("first_names", own.firstNames);
  set("surname", own.surname);
  set("position", own.position);
  set("telephone", own.telephone);
  set("mobile", own.mobile);
  set("email", own.email);
  set("notes", own.notes);
  set("portal_role", own.roles && roleSum(own.roles));
  set("is_managed", own.isManaged ? 1 : 0);
  set("is_registered", own.state === "Not registered" ? 0 : 1);
  set("is_locked_out", own.state === "Locked" ? 1 : 0);
  set("validated_at", own.state === "Not validated" ? null : validatedAt);
  set("last_login_at", isNew ? null : undefined);
}

/** So that the role can be taken away in one account without leaving it alone; elsewhere it would be the last. */
function addSecondAdministrator(db: DatabaseSync): void {
  db.prepare(
    `UPDATE contacts SET portal_role = portal_role | ? WHERE contact_id =
       (SELECT min(contact_id) FROM contacts WHERE client_id = ? AND subject IS NULL)`,
  ).run(roleSum(["MyPortal Admin"]), clientIds.harbourPineRetail);
}

/** Ben agreed to nothing: his account details form opens with the marketing warning. */
function addOptIns(db: DatabaseSync): void {
  const random = createRandom(SEED);
  const add = db.prepare("INSERT INTO marketing_opt_ins (contact_id, topic_id, channel) VALUES (?, ?, ?)");
  for (const row of db.prepare("SELECT contact_id, subject FROM contacts ORDER BY contact_id").all()) {
    for (const { topicId, channels } of marketingTopics) {
      const chosen = channels.filter((channel) => channel === "Email" || random.chance(0.3));
      if (row.subject === "2002") continue;
      for (const channel of chosen) add.run(Number(row.contact_id), topicId, channel);
    }
  }
}
