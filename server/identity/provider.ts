import { parse, serialize } from "cookie";
import { Authenticator } from "remix-auth";
import type { Config } from "#server/config.ts";
import type { SignInKind } from "#server/session/portal-session.ts";
import { signIns } from "#shared/limits.ts";
import { paths } from "#shared/paths.ts";
import { Bulkhead } from "#shared/portal-api/upstreams.ts";
import type { ClaimNames } from "./claims.ts";
import { createDiscovery } from "./discovery.ts";
import { createTokenVerifier } from "./identity-token.ts";
import { CustomerStrategy, EmployeeStrategy, type Attempt, type ExchangedTokens } from "./strategies.ts";

/** Redirects lead to `publicUrl`, never to a request's Host, which anyone can forge. */
export type IdentitySettings = Pick<
  Config,
  | "publicUrl"
  | "secure"
  | "passwordResetUrl"
  | "signOutIdToken"
  | Extract<keyof Config, `customer${string}` | `employee${string}`>
>;

type AttemptDetails = Pick<Attempt, "beforeExchange" | "signal">;

export type IdentityProvider = ReturnType<typeof createProvider>;

type Now = () => Date;

interface ProviderSettings {
  readonly kind: SignInKind;
  readonly issuer: string;
  readonly metadataUrl: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly scopes: string[];
  readonly claimNames: ClaimNames;
  readonly callbackPath: string;
  /** Extra parameters for every authorisation request. */
  readonly hints: Readonly<Record<string, string>>;
  /** The user types that can sign in here. */
  readonly admitted: readonly string[];
}

export function customerProvider(settings: IdentitySettings, now: Now): IdentityProvider {
  return createProvider(
    settings,
    {
      kind: "customer",
      issuer: settings.customerIssuer,
      metadataUrl: settings.customerMetadataUrl ?? metadataBelow(settings.customerIssuer),
      clientId: settings.customerClientId,
      clientSecret: settings.customerClientSecret,
      scopes: settings.customerScopes.split(/\s+/).filter((scope) => scope !== ""),
      claimNames: settings.customerClaims,
      callbackPath: paths.loginCallback(),
      hints: {},
      admitted: settings.customerAdmitsEmployees ? ["customer", "employee"] : ["customer"],
    },
    now,
  );
}

/** The employees' identity provider; undefined if it isn't configured. */
export function employeeProvider(settings: IdentitySettings, now: Now): IdentityProvider | undefined {
  if (settings.employeeClientId === undefined) return undefined;
  const { employeeAuthority, employeeIssuer, employeeTenantId } = settings;
  const cloud = `https://login.microsoftonline.com/${employeeTenantId}`;
  const authorityIssuer = `${(employeeAuthority ?? cloud).replace(/\/{1,3}$/, "")}/v2.0`;
  return createProvider(
    settings,
    {
      kind: "employee",
      issuer: employeeIssuer ?? authorityIssuer,
      metadataUrl: metadataBelow(
        employeeAuthority === undefined ? (employeeIssuer ?? authorityIssuer) : authorityIssuer,
      ),
      clientId: settings.employeeClientId,
      clientSecret: settings.employeeClientSecret,
      scopes: ["openid", "profile", "email", "offline_access"],
      claimNames: settings.employeeClaims,
      callbackPath: paths.loginEmployeeCallback(),
      hints: settings.employeeDomainHint === undefined ? {} : { domain_hint: settings.employeeDomainHint },
      admitted: ["customer", "employee"],
    },
    now,
  );
}

function metadataBelow(url: string): string {
  return `${url.replace(/\/{1,3}$/, "")}/.well-known/openid-configuration`;
}

const HANDSHAKE_SECONDS = 10 * 60;

/** `Set-Cookie` headers that remove this provider's handshake cookies, except for the last few. */
function expireHandshakes(request: Request, cookieName: string, secure: boolean, kept: number): string[] {
  const names = Object.keys(parse(request.headers.get("cookie") ?? "")).filter(
    (name) => name.startsWith(`${cookieName}:`) && /^[\w:.-]+$/.test(name),
  );
  return names
    .slice(0, Math.max(names.length - kept, 0))
    .map((name) => serialize(name, "", { maxAge: 0, path: "/", httpOnly: true, sameSite: "lax", secure }));
}

function createProvider({ publicUrl, secure }: IdentitySettings, settings: ProviderSettings, now: Now) {
  const { kind, clientId, clientSecret, scopes, hints, admitted } = settings;
  const discovery = createDiscovery(settings.issuer, settings.metadataUrl);
  const redirectUri = new URL(settings.callbackPath, publicUrl).href;
  const cookieName = `${secure ? "__Host-" : ""}sign-in-${kind}`;

  async function strategy(details: AttemptDetails) {
    const metadata = await discovery.metadata();
    const attempt: Attempt = {
      clientId,
      // Encoded for the Authorization header as RFC 6749 §2.3.1 requires, which the library doesn't do.
      clientSecret: clientSecret === undefined ? null : encodeURIComponent(clientSecret),
      redirectURI: redirectUri,
      authorizationEndpoint: metadata.authorization_endpoint,
      tokenEndpoint: metadata.token_endpoint,
      scopes,
      cookie: {
        name: cookieName,
        httpOnly: true,
        maxAge: HANDSHAKE_SECONDS,
        path: "/",
        sameSite: "Lax",
        ...(secure ? { secure } : {}),
      },
      ...details,
    };
    return kind === "customer" ? new CustomerStrategy(attempt) : new EmployeeStrategy(attempt);
  }

  return {
    kind,
    clientId,
    discovery,
    verifier: createTokenVerifier(discovery, settings, now),
    redirectUri,
    expireHandshakes: (request: Request, kept = 0) => expireHandshakes(request, cookieName, secure, kept),
    metadataOrigin: new URL(settings.metadataUrl).origin,
    /** Limits parallel exchanges, because with a rush of sign-ins they'd all time out. */
    places: new Bulkhead(signIns.places),
    hints,
    admitted,
    strategy,
    /** An authenticator whose strategy is named after `kind`. Throws IdentityProviderUnreachable. */
    async authenticator(details: AttemptDetails = {}) {
      return new Authenticator<ExchangedTokens>().use(await strategy(details), kind);
    },
  };
}
