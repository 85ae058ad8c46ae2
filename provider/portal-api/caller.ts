import { accountIdsOfEmployee, EVERY_ACCOUNT } from "#provider/data/many-accounts.ts";
import type { Claims, VerifyToken } from "#provider/identity/tokens.ts";
import type { RoleName } from "#shared/portal-api/role-names.ts";
import { forbidden, unauthorised } from "./refusal.ts";

/** Who makes a call, from their token. We don't trust anything else that the portal sends about them. */
export interface Caller {
  readonly token: string;
  readonly claims: Claims;
  /** The accounts in which the token gives a role, in the token's order. */
  readonly clientIds: readonly string[];
  /** Compares role names, ignoring spaces and case. */
  hasRole(clientId: string, role: RoleName): boolean;
}

export type Identify = (token: string | undefined) => Promise<Caller>;

/** The token in an `Authorization: Bearer` header. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
}

/** A token's caller. Throws a 401 refusal for a missing, invalid or signed-out token. */
export async function identifyCaller(
  token: string | undefined,
  verify: VerifyToken,
  isEnded: (token: string) => boolean,
): Promise<Caller> {
  const claims = token === undefined || isEnded(token) ? null : await verify(token);
  if (token === undefined || claims === null) throw unauthorised();
  const roles = claims.roles.map(parseRole);
  const roleAccounts = [...new Set(roles.map(({ clientId }) => clientId))];
  return {
    token,
    claims,
    clientIds: roleAccounts.flatMap((id) => (id === EVERY_ACCOUNT ? accountIdsOfEmployee(claims.sub) : id)),
    hasRole: (clientId, role) =>
      roles.some(
        (granted) =>
          [clientId, EVERY_ACCOUNT].includes(granted.clientId) && granted.name === normaliseRole(role),
      ),
  };
}

/** Returns the account that a call is for. Throws a 403 refusal if the token doesn't allow it. */
export function requireAccount(caller: Caller, clientId: string | undefined): string {
  const isKnown = clientId !== undefined && caller.clientIds.includes(clientId);
  if (!isKnown || caller.hasRole(clientId, "MyPortal No Access")) throw forbidden();
  return clientId;
}

function parseRole(text: string): { clientId: string; name: string } {
  // A client id may contain a hyphen, a role name never does.
  const dash = text.lastIndexOf("-");
  return { clientId: text.slice(0, Math.max(dash, 0)), name: normaliseRole(text.slice(dash + 1)) };
}

function normaliseRole(roleName: string): string {
  return roleName.replace(/\s/g, "").toLowerCase();
}
