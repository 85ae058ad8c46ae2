import type { Client } from "#app/portal-api/clients.ts";
import { hasRoleAnywhere, type RoleHolder } from "#app/request/roles.ts";

/** Where a person goes who has just signed in, and the account that is chosen for them. */
export type NextStep =
  | { readonly to: "switch-account" }
  /** The address that was asked for before the sign-in, the dashboard if none was. */
  | { readonly to: "saved-url"; readonly select: Client }
  | { readonly to: "no-clients" };

/**
 * Spec 1 §4: exactly one account is chosen by itself unless its holder is pending validation; who may switch
 * chooses; for anyone else it is the first. Without accounts who may switch gets the explanation of Choose
 * Account, anyone else the error page.
 */
export function afterSignIn(user: RoleHolder, accounts: readonly Client[]): NextStep {
  const [first] = accounts;
  const maySwitch = hasRoleAnywhere(user, "MyPortal Switch Account");
  const pending = hasRoleAnywhere(user, "MyPortal Pending Validation");
  if (first && accounts.length === 1 && !pending) return { to: "saved-url", select: first };
  if (maySwitch) return { to: "switch-account" };
  return first ? { to: "saved-url", select: first } : { to: "no-clients" };
}
