import { z } from "zod";
import type { SignedInUser } from "#server/session/portal-session.ts";
import { effectiveRoles, hasRoleAnywhere } from "#shared/roles.ts";

const texts = z
  .union([z.array(z.string()), z.string()])
  .nullish()
  .catch(undefined)
  // Some providers can only store a single text, so a list may be text with commas.
  .transform((value) =>
    typeof value === "string" ? value.split(",").map((part) => part.trim()) : (value ?? []),
  )
  .transform((list) => list.filter((text) => text.trim() !== ""));

const text = z
  .string()
  .nullish()
  .catch(undefined)
  .transform((value) => value?.trim() ?? "");

/** We only check whether there are any, so they can have any shape. */
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

/** Claims that a provider may name differently. Not `sub` and `oid`, because they identify the person. */
const renamable = identityClaims.omit({ sub: true, oid: true }).keyof();

/** A provider's claim names, by the portal's names. */
export type ClaimNames = Readonly<Partial<Record<z.output<typeof renamable>, string>>>;

/** Parses a setting such as `roles=portal_roles,accounts=portal_accounts`. */
export const claimNames = z
  .string()
  .default("")
  .transform((text) => text.split(",").filter((pair) => pair.trim() !== ""))
  .transform((pairs) =>
    Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/).map((part) => part.trim()))),
  )
  .pipe(z.partialRecord(renamable, z.string().min(1)));

/** Reads a verified token's claims; undefined if it has no `sub`. */
export function readClaims(
  payload: Readonly<Record<string, unknown>>,
  names: ClaimNames = {},
): IdentityClaims | undefined {
  const renamed = Object.entries(names).map(([name, providerName]) => [name, payload[providerName]]);
  const parsed = identityClaims.safeParse({ ...payload, ...Object.fromEntries(renamed) });
  return parsed.success ? parsed.data : undefined;
}

export function userOf(claims: IdentityClaims): SignedInUser {
  const b2c = claims.userType.toLowerCase() === "customer";
  const firstAndLastName = `${claims.given_name} ${claims.family_name}`.trim();
  return {
    id: claims.oid ?? claims.sub,
    firstName: claims.given_name,
    lastName: claims.family_name,
    fullName: claims.name || firstAndLastName,
    email: claims.email || claims.emails[0] || claims.preferred_username,
    b2c,
    roles: effectiveRoles(claims.roles, { b2c }),
  };
}

/** The modes of the page /no-access, for someone whose claims are verified but don't give access. */
export type NoAccessMode = "hasNoRoles" | "pendingValidation" | "lockedOut" | "generic";

/** Why these claims don't give access: a type that isn't `admitted`, no account, no role, or the no-access role. Undefined if they do. */
export function claimsRefusal(claims: IdentityClaims, admitted: readonly string[]): NoAccessMode | undefined {
  if (!admitted.includes(claims.userType.toLowerCase())) return "generic";
  if (claims.roles.length === 0) return "hasNoRoles";
  if (hasRoleAnywhere(claims, "MyPortal No Access")) {
    if (hasRoleAnywhere(claims, "MyPortal Pending Validation")) return "pendingValidation";
    if (hasRoleAnywhere(claims, "MyPortal Locked Out")) return "lockedOut";
    return "hasNoRoles";
  }
  return claims.accounts.length === 0 ? "generic" : undefined;
}
