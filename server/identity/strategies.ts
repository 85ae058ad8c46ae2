import { OAuth2Tokens } from "arctic";
import { MicrosoftStrategy } from "remix-auth-microsoft";
import { OAuth2RequestError, OAuth2Strategy } from "remix-auth-oauth2";
import { z } from "zod";
import { tokenAnswer } from "#app/limits.ts";
import { boundedFetch } from "#server/bounded-fetch.ts";
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
  /** Ends a call of the token endpoint before its own time is up. */
  readonly signal?: AbortSignal;
}

const ask = boundedFetch(tokenAnswer);
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

  protected override async validateAuthorizationCode(code: string, verifier: string): Promise<OAuth2Tokens> {
    await this.#attempt.beforeExchange();
    return exchangeCode(this.#attempt, code, verifier);
  }

  override refreshToken(refreshToken: string): Promise<OAuth2Tokens> {
    return exchangeRefreshToken(this.#attempt, refreshToken);
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

  protected override async validateAuthorizationCode(code: string, verifier: string): Promise<OAuth2Tokens> {
    await this.#attempt.beforeExchange();
    return exchangeCode(this.#attempt, code, verifier);
  }

  override refreshToken(refreshToken: string): Promise<OAuth2Tokens> {
    return exchangeRefreshToken(this.#attempt, refreshToken);
  }
}

/** The tokens of a token answer. Throws when it holds no identity token. */
export async function readTokens({ tokens }: { tokens: OAuth2Tokens }): Promise<ExchangedTokens> {
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

/** RFC 6749 §2.3.1 wants it and the client id encoded within the Authorization header; the library leaves that out. */
function secretOf({ clientSecret }: Attempt): string | null {
  return clientSecret === undefined ? null : encodeURIComponent(clientSecret);
}

function withParameters(params: URLSearchParams, attempt: Attempt): URLSearchParams {
  const result = new URLSearchParams(params);
  const added = attempt.parameters(result.get("state") ?? "");
  for (const [name, value] of Object.entries(added)) result.set(name, value);
  return result;
}

function exchangeCode(attempt: Attempt, code: string, verifier: string): Promise<OAuth2Tokens> {
  const { redirectUri } = attempt;
  const grant = {
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  };
  return askForTokens(attempt, grant);
}

async function exchangeRefreshToken(attempt: Attempt, refreshToken: string): Promise<OAuth2Tokens> {
  const scope = attempt.scopes.join(" ");
  const grant = { grant_type: "refresh_token", refresh_token: refreshToken };
  try {
    return await askForTokens(attempt, scope === "" ? grant : { ...grant, scope });
  } catch (error) {
    // A provider that granted less than was asked for gives no more now: without scopes it gives what it granted.
    if (error instanceof ExchangeRefused && error.error === "invalid_scope")
      return askForTokens(attempt, grant);
    throw error;
  }
}

const refusal = z.object({ error: z.string(), error_description: z.string().nullish() });

/**
 * In place of the library's own request, which waits for an answer of any length, for ever. Throws ExchangeRefused,
 * or IdentityProviderUnreachable when there is no answer in time.
 */
async function askForTokens(
  attempt: Attempt,
  grant: Readonly<Record<string, string>>,
): Promise<OAuth2Tokens> {
  const secret = secretOf(attempt);
  const body = new URLSearchParams(secret === null ? { ...grant, client_id: attempt.clientId } : grant);
  const headers = new Headers({ accept: "application/json" });
  const credentials = Buffer.from(`${encodeURIComponent(attempt.clientId)}:${secret}`).toString("base64");
  if (secret !== null) headers.set("authorization", `Basic ${credentials}`);
  try {
    const answer = await ask(attempt.tokenEndpoint, {
      method: "POST",
      headers,
      body,
      signal: attempt.signal,
    });
    if (answer.status === 200) return new OAuth2Tokens(z.looseObject({}).parse(await answer.json()));
    if (answer.status !== 400 && answer.status !== 401) throw new Error(`answered ${answer.status}`);
    const { error, error_description: description = null } = refusal.parse(await answer.json());
    throw new ExchangeRefused(new OAuth2RequestError(error, description, null, null));
  } catch (error) {
    if (error instanceof ExchangeRefused) throw error;
    throw new IdentityProviderUnreachable("token endpoint", error);
  }
}
