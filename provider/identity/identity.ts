import type { IncomingMessage, ServerResponse } from "node:http";
import type { DatabaseSync } from "node:sqlite";
import { employeesWithManyAccounts } from "#provider/data/many-accounts.ts";
import { demoPassword, type Person } from "#provider/data/people.ts";
import { createTenant } from "./create-tenant.ts";
import { Credentials } from "./credentials.ts";
import { claimFaults, Directory } from "./logins.ts";
import { handle } from "./routes.ts";
import type { ReportFault } from "./tenant.ts";
import { createVerifier, type VerifyToken } from "./tokens.ts";

/** Options for {@link createIdentity}. */
export interface IdentityOptions {
  readonly url: string;
  readonly portalUrl: string;
  readonly clientSecrets: { readonly customer: string; readonly employee: string };
  readonly people: readonly Person[];
  /** The names of its tables begin with `identity_`. */
  readonly store: DatabaseSync;
  /** How long identity and access tokens last, by default an hour. A short time lets tests try renewal. */
  readonly tokenSeconds?: number;
  /** scrypt's N for passwords, by default 16,384. */
  readonly passwordCost?: number;
  /** The clock for password locks, reset links and `verifyToken`. */
  readonly now?: () => Date;
  readonly onFault?: ReportFault;
}

/** The identity provider's request handler, and how to verify its tokens. */
export interface Identity {
  /** Answers every request below /customer and /employee; `req.url` must still have the prefix. */
  handler(req: IncomingMessage, res: ServerResponse): void;
  /** An identity token's claims; null if its signature, issuer, audience or expiry is wrong. */
  readonly verifyToken: VerifyToken;
}

/**
 * Creates the embedded identity provider: the customer tenant at `<url>/customer`, modelled on Azure AD B2C, and the
 * employee tenant at `<url>/employee`, modelled on Microsoft's sign-in.
 */
export async function createIdentity(options: IdentityOptions): Promise<Identity> {
  const {
    store,
    people,
    clientSecrets,
    now = () => new Date(),
    onFault = () => {},
    tokenSeconds = 3600,
  } = options;
  const url = options.url.replace(/\/$/, "");
  const portalUrl = options.portalUrl.replace(/\/$/, "");
  const credentials = new Credentials(store, now, options.passwordCost);
  await credentials.seed(
    [
      ...[...people, ...employeesWithManyAccounts].map(({ id }) => id),
      ...claimFaults.map((fault) => `claims-${fault}`),
    ],
    demoPassword,
  );
  const common = {
    url,
    portalUrl,
    store,
    tokenSeconds,
    credentials,
    directory: new Directory(people),
    onFault,
  };
  const tenants = await Promise.all([
    createTenant({
      ...common,
      name: "customer",
      clientId: "demarc-portal",
      clientSecret: clientSecrets.customer,
      redirectUri: `${portalUrl}/login/callback`,
    }),
    createTenant({
      ...common,
      name: "employee",
      clientId: "demarc-portal-employee",
      clientSecret: clientSecrets.employee,
      redirectUri: `${portalUrl}/login/employee/callback`,
    }),
  ]);
  return {
    handler: (req, res) => void handle(tenants, req, res, onFault),
    verifyToken: createVerifier(tenants, now),
  };
}
