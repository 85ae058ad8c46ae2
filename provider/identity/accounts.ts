import { randomUUID } from "node:crypto";
import { employeesWithManyAccounts } from "#provider/data/many-accounts.ts";
import { rolesClaim, type Person } from "#provider/data/people.ts";

export type TenantName = "customer" | "employee";

/** Faults of a token, for tests: sign in as `claims-<fault>@demo.example`. */
export const claimFaults = [
  "no-roles",
  "no-accounts",
  "bad-user-type",
  "wrong-nonce",
  "wrong-audience",
  "expired",
] as const;
export type ClaimFault = (typeof claimFaults)[number];

/** An account that can sign in; with `fault`, its tokens are faulty. */
export interface Account {
  readonly id: string;
  readonly email: string;
  readonly person: Person;
  readonly fault?: ClaimFault;
}

/** The claims about the person in an identity token. */
export const personClaims = [
  "roles",
  "name",
  "given_name",
  "family_name",
  "email",
  "userType",
  "accounts",
  "tfp",
  "jti",
] as const;

const policies: Readonly<Record<TenantName, string>> = {
  customer: "B2C_1_customer_sign_in",
  employee: "B2C_1_employee_sign_in",
};

/** The accounts that can sign in: customers at the customer tenant, employees at the employee tenant. */
export class Directory {
  readonly #people: readonly Person[];

  constructor(people: readonly Person[]) {
    this.#people = people;
  }

  list(tenant: TenantName): readonly Person[] {
    return this.#people.filter((person) => person.userType === tenant);
  }

  /** All people of the tenant, also those who are not listed on the sign-in page. */
  #allPeople(tenant: TenantName): readonly Person[] {
    return [
      ...this.list(tenant),
      ...employeesWithManyAccounts.filter((person) => person.userType === tenant),
    ];
  }

  findByEmail(tenant: TenantName, email: string): Account | undefined {
    const normalisedEmail = email.trim().toLowerCase();
    const fault = /^claims-([a-z-]+)@demo\.example$/.exec(normalisedEmail)?.[1];
    if (fault) return this.find(tenant, `claims-${fault}`);
    const person = this.#allPeople(tenant).find((each) => each.email.toLowerCase() === normalisedEmail);
    return person && { id: person.id, email: person.email, person };
  }

  find(tenant: TenantName, id: string): Account | undefined {
    // An account with a fault is that of the first person with roles.
    const fault = claimFaults.find((each) => id === `claims-${each}`);
    const person = this.#allPeople(tenant).find((each) =>
      fault ? Object.keys(each.roles).length > 0 : each.id === id,
    );
    if (!person) return undefined;
    return fault ? { id, email: `${id}@demo.example`, person, fault } : { id, email: person.email, person };
  }

  claimsOf(tenant: TenantName, account: Account): Record<string, unknown> {
    const { person, fault } = account;
    const claims: Record<string, unknown> = {
      sub: account.id,
      name: `${person.firstName} ${person.lastName}`,
      given_name: person.firstName,
      family_name: person.lastName,
      email: account.email,
      userType: fault === "bad-user-type" ? "visitor" : person.userType,
      tfp: policies[tenant],
      // Without it, two tokens of the same second would be identical, and signing one out would end both.
      jti: randomUUID(),
    };
    if (fault !== "no-roles") claims.roles = rolesClaim(person);
    if (fault !== "no-accounts") claims.accounts = this.#accountsOf(person);
    return claims;
  }

  /** The accounts of the person, or of their colleagues when they have no role. */
  #accountsOf(person: Person): string[] {
    const accountIds = Object.keys(person.roles);
    if (accountIds.length > 0) return accountIds;
    const domain = person.email.split("@")[1];
    const colleagues = this.#people.filter((each) => each.email.endsWith(`@${domain}`));
    return [...new Set(colleagues.flatMap((each) => Object.keys(each.roles)))];
  }
}
