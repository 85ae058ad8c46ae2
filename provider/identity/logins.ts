import { randomUUID } from "node:crypto";
import { employeesWithManyAccounts } from "#provider/data/many-accounts.ts";
import { rolesClaim, type Person } from "#provider/data/people.ts";

export type TenantName = "customer" | "employee";

/** Token faults for tests: sign in as `claims-<fault>@demo.example`. */
export const claimFaults = [
  "no-roles",
  "no-accounts",
  "bad-user-type",
  "wrong-nonce",
  "wrong-audience",
  "expired",
] as const;
export type ClaimFault = (typeof claimFaults)[number];

/** Someone's login at the identity provider; with `fault`, its tokens are faulty. */
export interface Login {
  readonly id: string;
  readonly email: string;
  readonly person: Person;
  readonly fault?: ClaimFault;
}

/** The identity token's claims about the person. */
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

/** The logins: customers sign in at the customer tenant, employees at the employee tenant. */
export class Directory {
  readonly #people: readonly Person[];

  constructor(people: readonly Person[]) {
    this.#people = people;
  }

  list(tenant: TenantName): readonly Person[] {
    return this.#people.filter((person) => person.userType === tenant);
  }

  /** Everyone in the tenant, including those the sign-in page doesn't list. */
  #allPeople(tenant: TenantName): readonly Person[] {
    return [
      ...this.list(tenant),
      ...employeesWithManyAccounts.filter((person) => person.userType === tenant),
    ];
  }

  findByEmail(tenant: TenantName, email: string): Login | undefined {
    const normalisedEmail = email.trim().toLowerCase();
    const fault = /^claims-([a-z-]+)@demo\.example$/.exec(normalisedEmail)?.[1];
    if (fault) return this.find(tenant, `claims-${fault}`);
    const person = this.#allPeople(tenant).find((each) => each.email.toLowerCase() === normalisedEmail);
    return person && { id: person.id, email: person.email, person };
  }

  find(tenant: TenantName, id: string): Login | undefined {
    // A login with a fault belongs to the first person with roles.
    const fault = claimFaults.find((each) => id === `claims-${each}`);
    const person = this.#allPeople(tenant).find((each) =>
      fault ? Object.keys(each.roles).length > 0 : each.id === id,
    );
    if (!person) return undefined;
    return fault ? { id, email: `${id}@demo.example`, person, fault } : { id, email: person.email, person };
  }

  claimsOf(tenant: TenantName, login: Login): Record<string, unknown> {
    const { person, fault } = login;
    const claims: Record<string, unknown> = {
      sub: login.id,
      name: `${person.firstName} ${person.lastName}`,
      given_name: person.firstName,
      family_name: person.lastName,
      email: login.email,
      userType: fault === "bad-user-type" ? "visitor" : person.userType,
      tfp: policies[tenant],
      // Otherwise two tokens issued in the same second would be identical, and signing out one would end both.
      jti: randomUUID(),
    };
    if (fault !== "no-roles") claims.roles = rolesClaim(person);
    if (fault !== "no-accounts") claims.accounts = this.#accountsOf(person);
    return claims;
  }

  /** The person's accounts or, if they have no role, their colleagues'. */
  #accountsOf(person: Person): string[] {
    const accountIds = Object.keys(person.roles);
    if (accountIds.length > 0) return accountIds;
    const domain = person.email.split("@")[1];
    const colleagues = this.#people.filter((each) => each.email.endsWith(`@${domain}`));
    return [...new Set(colleagues.flatMap((each) => Object.keys(each.roles)))];
  }
}
