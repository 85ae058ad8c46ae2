import { z } from "zod";
import { countingRoles, hasRoleAnywhere } from "#app/request/roles.ts";
import type { SignedInUser } from "#server/session/portal-session.ts";
import type { NoAccessMode } from "./identity-service.ts";

const texts = z
  .union([z.array(z.string()), z.string()])
  .nullish()
  .catch(undefined)
  // Some providers keep nothing but single texts of a person: a list is one with commas.
  .transform((value) =>
    typeof value === "string" ? value.split(",").map((one) => one.trim()) : (value ?? []),
  )
  .transform((list) => list.filter((text) => text.trim() !== ""));

const text = z
  .string()
  .nullish()
  .catch(undefined)
  .transform((value) => value?.trim() ?? "");

/** Accounts are only counted, so their shape does not matter. */
const accounts = z
  .union([
    z.array(z.unknown()),
    z
      .string()
      .min(1)
      .transform((value) => [value]),
  ])
  .nullish()
  .catch(undefined)
  .transform((value) => value ?? []);

/** The claims of the identity token that the portal reads. */
export const identityClaims = z.object({
  sub: z.string().min(1),
  oid: z.string().min(1).optional().catch(undefined),
  roles: texts,
  name: text,
  given_name: text,
  family_name: text,
  email: text,
  emails: texts,
  preferred_username: text,
  userType: text,
  accounts,
});
export type IdentityClaims = z.output<typeof identityClaims>;

/** Claims that a provider may call otherwise; who somebody is never comes from another claim. */
const renamable = identityClaims.omit({ sub: true, oid: true }).keyof();

/** What a provider calls claims, by the portal's names. */
export type ClaimNames = Readonly<Partial<Record<z.output<typeof renamable>, string>>>;

/** `roles=portal_roles,accounts=portal_accounts` as a setting. */
export const claimNames = z
  .string()
  .default("")
  .transform((text) => text.split(",").filter((one) => one.trim() !== ""))
  .transform((pairs) => Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/).map((one) => one.trim()))))
  .pipe(z.partialRecord(renamable, z.string().min(1)));

/** Reads the claims of a verified token. Undefined when it doesn't even say who it is about. */
export function readClaims(
  payload: Readonly<Record<string, unknown>>,
  names: ClaimNames = {},
): IdentityClaims | undefined {
  const renamed = Object.entries(names).map(([name, theirs]) => [name, payload[theirs]]);
  const parsed = identityClaims.safeParse({ ...payload, ...Object.fromEntries(renamed) });
  return parsed.success ? parsed.data : undefined;
}

/** The signed-in user whom the claims describe. */
export function userOf(claims: IdentityClaims): SignedInUser {
  const b2c = claims.userType.toLowerCase() === "customer";
  const given = `${claims.given_name} ${claims.family_name}`.trim();
  return {
    id: claims.oid ?? claims.sub,
    firstName: claims.given_name,
    lastName: claims.family_name,
    fullName: claims.name || given,
    email: claims.email || claims.emails[0] || claims.preferred_username,
    b2c,
    roles: countingRoles(claims.roles, { b2c }),
  };
}

/**
 * Why these claims are not enough to be let in, undefined when they are: the user type must be one of those
 * that come by this way in, at least one role held and not the no-access role, and accounts present.
 */
export function refusalOf(claims: IdentityClaims, admitted: readonly string[]): NoAccessMode | undefined {
  if (!admitted.includes(claims.userType.toLowerCase())) return "generic";
  if (claims.roles.length === 0) return "hasNoRoles";
  if (hasRoleAnywhere(claims, "MyPortal No Access")) {
    if (hasRoleAnywhere(claims, "MyPortal Pending Validation")) return "pendingValidation";
    if (hasRoleAnywhere(claims, "MyPortal Locked Out")) return "lockedOut";
    return "hasNoRoles";
  }
  return claims.accounts.length === 0 ? "generic" : undefined;
}
