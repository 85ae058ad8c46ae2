import type { DatabaseSync } from "node:sqlite";
import { millisecondsInDay } from "date-fns/constants";
import { insert } from "#provider/store/store.ts";
import { roleNames, type RoleName } from "#shared/portal-api/role-names.ts";
import type { DemoAccount } from "./accounts.ts";
import { people, type Person } from "./people.ts";
import type { Random } from "./random.ts";

const firstNames =
  `Aisha Alan Bronwen Callum Chidi Daisy Edward Fatima Gareth Hannah Imogen Jamal Kirsty Liam Maya
  Niamh Oliver Priya Rhys Siobhan Tomasz Uma Victoria Wen Zoë`.split(/\s+/);
const surnames =
  `Ahmed Baker Chaudhry Davies Ellis Fraser Griffiths Hughes Ibrahim Jackson Kowalski Lambert MacLeod
  Nwosu O'Connor Parry Quayle Robson Shah Thorne Underwood Wright`.split(/\s+/);
const positions = [
  "Accounts Assistant",
  "Branch Manager",
  "Facilities Manager",
  "Finance Director",
  "IT Support Engineer",
  "Network Administrator",
  "Office Manager",
  "Operations Manager",
  "Procurement Lead",
  "Receptionist",
];
const salutations = ["Mr", "Mrs", "Miss", "Ms", "Dr"];
const commonRoles: readonly (readonly RoleName[])[] = [
  [],
  ["Support"],
  ["Orders"],
  ["Orders", "Quotes"],
  ["Support", "Returns"],
];

/** A contact's role field: the sum of the role ids, each a power of two. */
export function roleSum(names: readonly RoleName[]): number {
  return names.reduce((sum, name) => sum + 2 ** roleNames.indexOf(name), 0);
}

/** The names of the roles in a role field. */
export function rolesInSum(sum: number): RoleName[] {
  return roleNames.filter((_, index) => (sum & (2 ** index)) !== 0);
}

interface SeedContext {
  readonly random: Random;
  readonly now: Date;
  readonly addressIds: readonly number[];
}

interface NewContact {
  readonly firstNames: string;
  readonly surname: string;
  readonly position: string;
  readonly email: string;
  readonly roles: readonly RoleName[];
}

/** Adds the account's demo people and `account.contacts` invented colleagues; returns their contact ids. */
export function seedContacts(db: DatabaseSync, account: DemoAccount, context: SeedContext): number[] {
  const demoPeople = people
    .filter((person) => isContactOf(person, account))
    .map((person) => contactOfPerson(person, account));
  const colleagues = Array.from({ length: account.contacts }, (_, index) =>
    makeColleague(account, context.random, index),
  );
  return [...demoPeople, ...colleagues].map((contact) => addContact(db, account, context, contact));
}

/**
 * A customer without roles belongs to the company in their email address, but not to Harbour & Pine (Retail), which
 * shares its domain with Harbour & Pine. Employees are added elsewhere.
 */
function isContactOf(person: Person, account: DemoAccount): boolean {
  if (person.userType === "employee") return false;
  if (account.clientId in person.roles) return true;
  const hasNoRoles = Object.keys(person.roles).length === 0;
  const isRetail = account.name === "Harbour & Pine (Retail) Ltd";
  return hasNoRoles && person.email.endsWith(`@${account.emailDomain}`) && !isRetail;
}

function contactOfPerson(person: Person, account: DemoAccount): NewContact {
  const { firstName, lastName, position, email, roles } = person;
  return { firstNames: firstName, surname: lastName, position, email, roles: roles[account.clientId] ?? [] };
}

function makeColleague(account: DemoAccount, random: Random, index: number): NewContact {
  const firstName = random.pick(firstNames);
  const lastName = random.pick(surnames);
  const mailbox = `${firstName}.${lastName}${index}`
    .normalize("NFD")
    .replace(/[^\w.]/g, "")
    .toLowerCase();
  return {
    firstNames: firstName,
    surname: lastName,
    position: random.pick(positions),
    email: `${mailbox}@${account.emailDomain}`,
    roles: random.pick(commonRoles),
  };
}

function addContact(
  db: DatabaseSync,
  account: DemoAccount,
  context: SeedContext,
  contact: NewContact,
): number {
  const { random, now, addressIds } = context;
  const daysAgo = (low: number, high: number) =>
    now.getTime() - random.between(low, high) * millisecondsInDay;
  return insert(db, "contacts", {
    client_id: account.clientId,
    salutation: random.pick(salutations),
    first_names: contact.firstNames,
    surname: contact.surname,
    position: contact.position,
    telephone: `01632960${random.between(100, 999)}`,
    mobile: `07700900${random.between(100, 999)}`,
    email: contact.email,
    address_id: random.pick(addressIds),
    portal_role: roleSum(contact.roles),
    is_locked_out: Number(contact.roles.includes("MyPortal Locked Out")),
    validated_at: contact.roles.includes("MyPortal Pending Validation") ? null : daysAgo(60, 900),
    last_login_at: random.chance(0.75) ? daysAgo(0, 55) : null,
    is_paper_billing: random.chance(0.8) ? Number(random.chance(0.2)) : null,
  });
}
