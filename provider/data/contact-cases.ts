import type { RoleName } from "#shared/portal-api/role-names.ts";
import type { DemoAddress } from "./accounts.ts";
import cases from "./contact-cases.json" with { type: "json" };

/** Overrides for one seeded contact at Harbour & Pine. A field that's left out keeps its seeded value. */
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
  /** True if only the provider's employees can change the email address and the roles. */
  readonly isManaged?: boolean;
}

/** Edge cases that replace ordinary contacts. */
export const contactCases = cases.contacts as readonly ContactCase[];

/** Edge cases among Harbour & Pine's locations. */
export const addressCases: readonly DemoAddress[] = cases.addresses;
