import { MicrosoftStrategy } from "remix-auth-microsoft";
import { OAuth2RequestError, OAuth2Strategy } from "remix-auth-oauth2";
import { timeout } from "remix-utils/promise";
import { ExchangeRefused, IdentityProviderUnreachable } from "./failures.ts";

/** What the token endpoint gave, not verified yet. */
export interface ExchangedTokens {
  readonly identityToken: string;
  readonly refreshToken: string | undefined;
}

/** One redirect to the identity provider and its callback. */
export interface Attempt {
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly redirectUri: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly scopes: readonly string[];
  readonly cookieName: string;
  readonly secure: boolean;
  /** Added to the authorisation request; is given its state, so that the nonce can be bound to it. */
  readonly parameters: (state: string) => Readonly<Record<string, string>>;
  /** Runs after the state was checked and before the code is exchanged; may throw. */
  readonly beforeExchange: () => Promise<void>;
}

type RawTokens = OAuth2Strategy.VerifyOptions["tokens"];

const TOKEN_TIMEOUT_MS = 10_000;
const HANDSHAKE_S = 10 * 60;

/** Customers: the identity policy's endpoints as its metadata names them. */
export class CustomerStrategy extends OAuth2Strategy<ExchangedTokens> {
  override name = "customer";
  readonly #attempt: Attempt;

  constructor(attempt: Attempt) {
    super(optionsOf(attempt), readTokens);
    this.#attempt = attempt;
  }

  protected override authorizationParams(params: URLSearchParams): URLSearchParams {
    return withParameters(params, this.#attempt);
  }

  protected override async validateAuthorizationCode(code: string, verifier: string): Promise<RawTokens> {
    await this.#attempt.beforeExchange();
    return reach(super.validateAuthorizationCode(code, verifier));
  }

  override refreshToken(refreshToken: string): Promise<RawTokens> {
    return reach(super.refreshToken(refreshToken));
  }
}

/**
 * Employees: Microsoft sign-in. The package hard-codes its hosts and sends no domain hint,
 * so the endpoints are put in their place here; its Graph user info is never asked for.
 */
export class EmployeeStrategy extends MicrosoftStrategy<ExchangedTokens> {
  override name = "employee";
  readonly #attempt: Attempt;

  constructor(attempt: Attempt) {
    const { clientId, redirectUri: redirectURI, scopes } = attempt;
    super({ clientId, clientSecret: secretOf(attempt) ?? "", redirectURI, scopes: [...scopes] }, readTokens);
    this.options = optionsOf(attempt);
    this.#attempt = attempt;
  }

  protected override authorizationParams(params: URLSearchParams): URLSearchParams {
    return withParameters(super.authorizationParams(params), this.#attempt);
  }

  protected override async validateAuthorizationCode(code: string, verifier: string): Promise<RawTokens> {
    await this.#attempt.beforeExchange();
    return reach(super.validateAuthorizationCode(code, verifier));
  }

  override refreshToken(refreshToken: string): Promise<RawTokens> {
    return reach(super.refreshToken(refreshToken));
  }
}

/** The tokens of a token answer. Throws when it holds no identity token. */
export async function readTokens({ tokens }: { tokens: RawTokens }): Promise<ExchangedTokens> {
  return {
    identityToken: tokens.idToken(),
    refreshToken: tokens.hasRefreshToken() ? tokens.refreshToken() : undefined,
  };
}

function optionsOf(attempt: Attempt): OAuth2Strategy.ConstructorOptions {
  return {
    clientId: attempt.clientId,
    clientSecret: secretOf(attempt),
    redirectURI: attempt.redirectUri,
    authorizationEndpoint: attempt.authorizationEndpoint,
    tokenEndpoint: attempt.tokenEndpoint,
    scopes: [...attempt.scopes],
    cookie: {
      name: attempt.cookieName,
      httpOnly: true,
      maxAge: HANDSHAKE_S,
      path: "/",
      sameSite: "Lax",
      ...(attempt.secure ? { secure: true } : {}),
    },
  };
}

/** RFC 6749 §2.3.1 wants it encoded within the Authorization header; the library leaves that out. */
function secretOf({ clientSecret }: Attempt): string | null {
  return clientSecret === undefined ? null : encodeURIComponent(clientSecret);
}

function withParameters(params: URLSearchParams, attempt: Attempt): URLSearchParams {
  const result = new URLSearchParams(params);
  const added = attempt.parameters(result.get("state") ?? "");
  for (const [name, value] of Object.entries(added)) result.set(name, value);
  return result;
}

/** Throws ExchangeRefused, or IdentityProviderUnreachable when there is no answer in time. */
async function reach(call: Promise<RawTokens>): Promise<RawTokens> {
  try {
    return await timeout(call, { ms: TOKEN_TIMEOUT_MS });
  } catch (error) {
    if (error instanceof OAuth2RequestError) throw new ExchangeRefused(error);
    throw new IdentityProviderUnreachable("token endpoint", error);
  }
}
