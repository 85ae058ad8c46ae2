import type { DatabaseSync } from "node:sqlite";
import { interactionPolicy, type KoaContextWithOIDC as Context } from "oidc-provider";
import { createAdapterFactory } from "./adapter.ts";
import { personClaims } from "./logins.ts";
import { pages } from "./pages.ts";
import { endTenantSession } from "./sign-out.ts";
import type { Tenant } from "./tenant.ts";

/** A tenant's settings, from which `Tenant.provider` is created. */
export interface TenantSettings extends Omit<Tenant, "provider"> {
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly tokenSeconds: number;
  readonly store: DatabaseSync;
}

const DAY_SECONDS = 24 * 60 * 60;

/**
 * One issuer's oidc-provider configuration: endpoints like Azure's, code flow with PKCE only, claims in the identity
 * token, refresh tokens without a consent screen.
 */
export function providerConfiguration(settings: TenantSettings): Record<string, unknown> {
  const { name, prefix, directory } = settings;
  return {
    adapter: createAdapterFactory(settings.store, name),
    clients: [client(settings)],
    jwks: { keys: [settings.keys.signing] },
    responseTypes: ["code"],
    clientAuthMethods: ["client_secret_basic", "client_secret_post"],
    pkce: { required: () => true },
    conformIdTokenClaims: false,
    claims: { openid: ["sub", ...personClaims] },
    scopes: ["openid", "offline_access", "profile", "email"],
    extraParams: { domain_hint: keepOfflineAccess },
    findAccount: (_context: Context, id: string) => {
      const login = directory.find(name, id);
      return login && { accountId: id, claims: async () => directory.claimsOf(name, login) };
    },
    loadExistingGrant: (context: Context) => findOrCreateGrant(context),
    issueRefreshToken: async (_context: Context, oidcClient: OidcClient, code: { scopes: Set<string> }) =>
      oidcClient.grantTypeAllowed("refresh_token") && code.scopes.has("offline_access"),
    rotateRefreshToken: () => true,
    // Signing out at the tenant also ends the tokens issued in that session.
    expiresWithSession: async () => true,
    clientBasedCORS: () => false,
    interactions: {
      policy: promptPolicy(),
      url: async (_context: Context, interaction: { uid: string }) => `${prefix}/sign-in/${interaction.uid}`,
    },
    routes: {
      authorization: "/oauth2/v2.0/authorize",
      token: "/oauth2/v2.0/token",
      end_session: "/oauth2/v2.0/logout",
      jwks: "/discovery/v2.0/keys",
      userinfo: "/openid/userinfo",
    },
    cookies: cookies(settings),
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: signOutPages(settings),
    },
    renderError: async (context: Context, out: { error: string; error_description?: string }) => {
      sendHtml(context, pages.fault(settings, { code: out.error, description: out.error_description }));
    },
    ttl: lifetimes(settings.tokenSeconds),
  };
}

interface OidcClient {
  grantTypeAllowed(type: string): boolean;
}

function client({ clientId, clientSecret, redirectUri, portalUrl }: TenantSettings) {
  return {
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uris: [redirectUri],
    post_logout_redirect_uris: [`${portalUrl}/logout`],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "client_secret_basic",
  };
}

function cookies({ name, prefix, keys }: TenantSettings) {
  const common = { httpOnly: true, sameSite: "lax" };
  return {
    names: { session: `${name}_sso`, interaction: `${name}_sign_in`, resume: `${name}_resume` },
    // oidc-provider gives the short-lived ones the path of their own sign-in.
    long: { ...common, path: prefix },
    short: common,
    keys: keys.cookies,
  };
}

function signOutPages(settings: TenantSettings) {
  return {
    enabled: true,
    logoutSource: async (context: Context, form: string) => {
      const { entities, session, client: requestingClient } = context.oidc ?? {};
      const hintedAccountId = entities?.IdTokenHint?.payload.sub;
      // As at Azure: either the token hint is for the person who's signed in, or there's no hint but a client id.
      const needsNoQuestion =
        hintedAccountId === undefined
          ? requestingClient !== undefined
          : hintedAccountId === session?.accountId;
      if (needsNoQuestion) await endTenantSession(context, settings);
      else sendHtml(context, pages.askSignOut(settings, form));
    },
    postLogoutSuccessSource: async (context: Context) => sendHtml(context, pages.signedOut(settings)),
  };
}

function lifetimes(tokenSeconds: number) {
  return {
    AccessToken: tokenSeconds,
    IdToken: tokenSeconds,
    AuthorizationCode: 60,
    Interaction: 60 * 60,
    RefreshToken: 14 * DAY_SECONDS,
    Session: 14 * DAY_SECONDS,
    Grant: 14 * DAY_SECONDS,
  };
}

/** Our interaction policy: never shows a consent screen, and shows the sign-in form again for Microsoft's `prompt=select_account`. */
function promptPolicy() {
  const base = interactionPolicy.base();
  base.get("consent")?.checks.clear();
  base.add(new interactionPolicy.Prompt({ name: "select_account", requestable: true }), 0);
  return base;
}

/** Restores `offline_access`, which oidc-provider, unlike Azure, drops from requests without `prompt=consent`. */
function keepOfflineAccess(context: Context): void {
  const params = context.oidc?.params;
  const requestedScopes = String(context.query.scope ?? "").split(" ");
  const scope = String(params?.scope ?? "");
  if (params && requestedScopes.includes("offline_access") && !scope.split(" ").includes("offline_access")) {
    params.scope = `${scope} offline_access`.trim();
  }
}

async function findOrCreateGrant(context: Context) {
  const { oidc } = context;
  const clientId = oidc?.client?.clientId;
  const accountId = oidc?.account?.accountId;
  if (!oidc || clientId === undefined || accountId === undefined) return undefined;
  const grantId = oidc.session?.grantIdFor(clientId);
  const existingGrant = grantId === undefined ? undefined : await oidc.provider.Grant.find(grantId);
  const grant =
    existingGrant?.accountId === accountId ? existingGrant : new oidc.provider.Grant({ accountId, clientId });
  grant.addOIDCScope("openid offline_access profile email");
  await grant.save();
  return grant;
}

function sendHtml(context: Context, page: string): void {
  context.type = "html";
  context.body = page;
}
