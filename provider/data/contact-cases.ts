import type { DemoAddress } from "./accounts.ts";
import cases from "./contact-cases.json" with { type: "json" };
import type { RoleName } from "./people.ts";

/** What is unusual about a colleague at Harbour & Pine; what is left out stays as the seed made it. */
export interface ContactCase {
  readonly salutation?: string;
  readonly firstNames?: string;
  readonly surname?: string;
  readonly position?: string;
  readonly telephone?: string;
  readonly mobile?: string;
  readonly email?: string;
  readonly notes?: string;
  readonly roles?: readonly RoleName[];
  readonly state?: "Not registered" | "New" | "Not validated" | "Locked";
  /** E-mail and roles are changed by the provider's employees only. */
  readonly isManaged?: boolean;
}

/** Contacts that a screen must be able to take, in place of ordinary colleagues. */
export const contactCases = cases.contacts as readonly ContactCase[];

/** Further locations of Harbour & Pine: what a list, a form and an export must be able to take. */
export const addressCases: readonly DemoAddress[] = cases.addresses;
