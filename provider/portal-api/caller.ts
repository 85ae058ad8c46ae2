import type { RoleName } from "#provider/data/people.ts";
import { forbidden, unauthorised } from "./refusal.ts";

/** Claims of an identity token, as the identity provider issues them (architecture §5). */
export interface Claims {
  readonly sub: string;
  /** `{clientId}-{roleName}`. */
  readonly roles: readonly string[];
  readonly name: string;
  readonly given_name: string;
  readonly family_name: string;
  readonly email: string;
  readonly userType: string;
  readonly accounts: readonly unknown[];
}

/** The claims of a token that holds; null for any other. */
export type VerifyToken = (token: string) => Promise<Claims | null>;

/** Who makes a call, by the token alone: what the portal believes about a user counts for nothing here. */
export interface Caller {
  readonly token: string;
  readonly claims: Claims;
  /** Accounts in which the token grants a role, in the token's order. */
  readonly clientIds: readonly string[];
  /** Role names compared without spaces and case (architecture §5). */
  hasRole(clientId: string, role: RoleName): boolean;
}

/** The token of an `Authorization: Bearer` header. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
}

/** Describes the caller behind a token. Throws a 401 refusal for a missing, bad or signed-out token. */
export async function identifyCaller(
  token: string | undefined,
  verify: VerifyToken,
  isEnded: (token: string) => boolean,
): Promise<Caller> {
  const claims = token === undefined || isEnded(token) ? null : await verify(token);
  if (token === undefined || claims === null) throw unauthorised();
  const roles = claims.roles.map(splitRole);
  return {
    token,
    claims,
    clientIds: [...new Set(roles.map(({ clientId }) => clientId))],
    hasRole: (clientId, role) =>
      roles.some((held) => held.clientId === clientId && held.name === plain(role)),
  };
}

/** The account that a call names, when the token lets the caller in there; else a 403 refusal. */
export function allowedAccount(caller: Caller, clientId: string | undefined): string {
  const isKnown = clientId !== undefined && caller.clientIds.includes(clientId);
  if (!isKnown || caller.hasRole(clientId, "MyPortal No Access")) throw forbidden();
  return clientId;
}

function splitRole(text: string): { clientId: string; name: string } {
  const dash = text.indexOf("-");
  return { clientId: text.slice(0, Math.max(dash, 0)), name: plain(text.slice(dash + 1)) };
}

function plain(roleName: string): string {
  return roleName.replace(/\s/g, "").toLowerCase();
}
