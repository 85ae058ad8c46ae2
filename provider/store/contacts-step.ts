import { seedContactCases } from "#provider/data/seed-contact-cases.ts";
import type { Step } from "./steps.ts";

/**
 * What contacts and locations need to be edited: who signs in as them, who changed them last, what marketing they
 * agreed to.
 */
const schema = `
ALTER TABLE contacts ADD COLUMN subject TEXT;
ALTER TABLE contacts ADD COLUMN is_staff INTEGER NOT NULL DEFAULT 0;
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

/** The contacts' tables, and the contacts that tests and demonstrations call by name. */
export const contactsStep: Step = { schema, moving: [], fill: seedContactCases };
