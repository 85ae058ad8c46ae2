import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { createRemoteJWKSet, exportJWK, generateKeyPair, jwtVerify } from "jose";
import Provider, { type Configuration } from "oidc-provider";
import { people } from "#provider/data/people.ts";
import type { Claims } from "#provider/identity/tokens.ts";
import { claimsOf } from "#provider/test-provider.ts";
import { freePort } from "#server/testing/free-port.ts";
import { providerForm } from "../support/identity-pages.ts";
import { emails } from "../support/signed-in.ts";
import type { Page, Visitor } from "../support/visitor.ts";
import { createWorld, type World } from "../support/world.ts";

const anna = people.find(({ email }) => email === emails.anna)!;
/** An address as client id and a secret of odd characters: both must be encoded within the Authorization header. */
const client = { id: "https://portal.example/customers", secret: "s:cret%2B+/= &?'(*)~" } as const;

/** What the tenant's token endpoint renewed and refused, and the grants that the tenant revoked. */
export interface Grants {
  renewed: number;
  readonly refused: string[];
  revoked: number;
}

/**
 * A customers' tenant that nobody here wrote: oidc-provider with its own pages of sign-in, consent and sign-out. It is
 * strict: PKCE always, refresh tokens for one use, whose second use ends the grant, one exact redirect address.
 */
export class StrictTenant {
  readonly issuer: string;
  readonly grants: Grants = { renewed: 0, refused: [], revoked: 0 };
  /** How long the next tokens last. */
  tokenSeconds = 3_600;
  #server: Server | undefined;

  constructor(port: number) {
    this.issuer = `http://localhost:${port}`;
  }

  async listen(portalUrl: string): Promise<void> {
    const provider = new Provider(this.issuer, await this.#configuration(portalUrl));
    provider.on("grant.success", ({ oidc }) => {
      if (oidc.params?.["grant_type"] === "refresh_token") this.grants.renewed += 1;
    });
    provider.on("grant.error", (_context, error) => this.grants.refused.push(error.message));
    provider.on("server_error", (_context, error) => this.grants.refused.push(error.message));
    provider.on("grant.revoked", () => (this.grants.revoked += 1));
    this.#server = createServer(provider.callback()).listen(Number(new URL(this.issuer).port));
    await once(this.#server, "listening");
  }

  async close(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }

  /** The environment of a portal whose customers sign in here. */
  settings(scopes: string): Record<string, string> {
    return {
      CUSTOMER_ISSUER: this.issuer,
      CUSTOMER_CLIENT_ID: client.id,
      CUSTOMER_CLIENT_SECRET: client.secret,
      CUSTOMER_SCOPES: scopes,
    };
  }

  /** Verifies a token as the API does, with the keys that the tenant publishes; null if the token isn't valid. */
  verify = async (token: string): Promise<Claims | null> => {
    const keys = createRemoteJWKSet(new URL(`${this.issuer}/jwks`));
    const verified = await jwtVerify<Claims>(token, keys, { issuer: this.issuer, audience: client.id }).catch(
      () => undefined,
    );
    return verified?.payload ?? null;
  };

  async #configuration(portalUrl: string): Promise<Configuration> {
    const { privateKey } = await generateKeyPair("RS256", { extractable: true });
    const seconds = () => this.tokenSeconds;
    const day = 86_400;
    return {
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          redirect_uris: [`${portalUrl}/login/callback`],
          post_logout_redirect_uris: [`${portalUrl}/logout`],
          grant_types: ["authorization_code", "refresh_token"],
          response_types: ["code"],
          token_endpoint_auth_method: "client_secret_basic",
        },
      ],
      jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: "RS256", use: "sig" }] },
      cookies: { keys: ["for-tests-only"] },
      scopes: ["openid", "profile", "email", "offline_access"],
      pkce: { required: () => true },
      rotateRefreshToken: true,
      issueRefreshToken: async (_context, asking) => asking.grantTypeAllowed("refresh_token"),
      conformIdTokenClaims: false,
      claims: { openid: ["sub", ...Object.keys(claimsOf(anna))] },
      findAccount: (_context, id) => ({ accountId: id, claims: async () => claimsOf(anna) }),
      ttl: {
        AccessToken: seconds,
        IdToken: seconds,
        AuthorizationCode: 60,
        Interaction: 600,
        RefreshToken: day,
        Session: day,
        Grant: day,
      },
    };
  }
}

/** A world whose customers sign in at a tenant of their own; the caller closes both. */
export async function worldWithTenant(scopes: string): Promise<{ world: World; tenant: StrictTenant }> {
  const tenant = new StrictTenant(await freePort());
  const world = await createWorld({
    environment: tenant.settings(scopes),
    provider: { verifyToken: tenant.verify },
  });
  await tenant.listen(world.portal.url);
  return { world, tenant };
}

/** A browser in which Anna has signed in at the tenant, in account 1001. */
export async function signedInAtTenant(world: World): Promise<Visitor> {
  const visitor = world.visitor();
  await visitor.get(await callbackOf(visitor, await providerForm(visitor)));
  await visitor.post("/switch-account", { account: "1001" });
  return visitor;
}

/** From the tenant's sign-in page to the portal's callback, which isn't opened yet. */
export async function callbackOf(visitor: Visitor, form: Page): Promise<string> {
  const typed = { login: String(claimsOf(anna).sub), password: "any" };
  let page = await visitor.submit(form, "form", typed);
  for (let hops = 0; hops < 10; hops += 1) {
    if (page.location?.startsWith("/")) return page.location;
    // The second page asks for consent.
    page = page.location ? await visitor.get(page.location) : await visitor.submit(page, "form");
  }
  throw new Error(`${page.url} does not come back`);
}
