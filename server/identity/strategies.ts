import { OAuth2Client, OAuth2Tokens } from "arctic";
import { MicrosoftStrategy } from "remix-auth-microsoft";
import { OAuth2RequestError, OAuth2Strategy } from "remix-auth-oauth2";
import { z } from "zod";
import { createBoundedFetch } from "#server/bounded-fetch.ts";
import { renewal, tokenAnswer } from "#shared/limits.ts";
import { inHttpSpan } from "#shared/portal-api/spans.ts";
import { ExchangeRefused, IdentityProviderUnreachable } from "./failures.ts";

/** The token endpoint's answer, not verified yet. */
export interface ExchangedTokens {
  readonly identityToken: string;
  readonly refreshToken: string | undefined;
}

export interface Attempt extends OAuth2Strategy.ConstructorOptions {
  readonly redirectURI: string;
  readonly tokenEndpoint: string;
  readonly scopes: string[];
  /** Runs after checking the state and before exchanging the code; may throw. */
  readonly beforeExchange?: () => Promise<void>;
  readonly signal?: AbortSignal;
}

const boundedFetch = createBoundedFetch({ ...tokenAnswer, ms: renewal.ms });

export class CustomerStrategy extends OAuth2Strategy<ExchangedTokens> {
  constructor(attempt: Attempt) {
    super(attempt, readTokens);
    this.client = new TokenClient(attempt);
  }
}

/** For employees. The Microsoft package hard-codes its hosts, so we replace the endpoints here. */
export class EmployeeStrategy extends MicrosoftStrategy<ExchangedTokens> {
  constructor(attempt: Attempt) {
    super({ ...attempt, clientSecret: attempt.clientSecret ?? "" }, readTokens);
    this.options = attempt;
    this.client = new TokenClient(attempt);
  }
}

/** Throws if the answer has no identity token. */
export async function readTokens({ tokens }: { tokens: OAuth2Tokens }): Promise<ExchangedTokens> {
  return {
    identityToken: tokens.idToken(),
    refreshToken: tokens.hasRefreshToken() ? tokens.refreshToken() : undefined,
  };
}

/** Replaces the library's own requests, which have no limits. */
class TokenClient extends OAuth2Client {
  readonly #attempt: Attempt;

  constructor(attempt: Attempt) {
    super(attempt.clientId, attempt.clientSecret, attempt.redirectURI);
    this.#attempt = attempt;
  }

  override async validateAuthorizationCode(_endpoint: string, code: string, verifier: string) {
    await this.#attempt.beforeExchange?.();
    return requestTokens(this.#attempt, {
      grant_type: "authorization_code",
      code,
      redirect_uri: this.#attempt.redirectURI,
      code_verifier: verifier,
    });
  }

  override async refreshAccessToken(_endpoint: string, refreshToken: string, scopes: readonly string[]) {
    const grant = { grant_type: "refresh_token", refresh_token: refreshToken };
    try {
      const scope = scopes.join(" ");
      return await requestTokens(this.#attempt, scope === "" ? grant : { ...grant, scope });
    } catch (error) {
      // The provider granted fewer scopes than we asked for. Without `scope` it renews what it granted.
      if (error instanceof ExchangeRefused && error.error === "invalid_scope")
        return requestTokens(this.#attempt, grant);
      throw error;
    }
  }
}

const errorAnswer = z.object({ error: z.string(), error_description: z.string().nullish() });

/** Throws ExchangeRefused or IdentityProviderUnreachable. */
async function requestTokens(
  attempt: Attempt,
  grant: Readonly<Record<string, string>>,
): Promise<OAuth2Tokens> {
  const { clientId, clientSecret } = attempt;
  const body = new URLSearchParams(clientSecret === null ? { ...grant, client_id: clientId } : grant);
  const headers = new Headers({ accept: "application/json" });
  const credentials = Buffer.from(`${encodeURIComponent(clientId)}:${clientSecret}`).toString("base64");
  if (clientSecret !== null) headers.set("authorization", `Basic ${credentials}`);
  try {
    const answer = await postTraced(attempt, { headers, body });
    if (answer.status === 200) return new OAuth2Tokens(z.looseObject({}).parse(await answer.json()));
    if (answer.status !== 400 && answer.status !== 401) throw new Error(`returned ${answer.status}`);
    const { error, error_description: description = null } = errorAnswer.parse(await answer.json());
    throw new ExchangeRefused(new OAuth2RequestError(error, description, null, null));
  } catch (error) {
    if (error instanceof ExchangeRefused) throw error;
    throw new IdentityProviderUnreachable("token endpoint", error);
  }
}

/** Doesn't send a `traceparent`, because the endpoint belongs to another company. */
function postTraced(
  { tokenEndpoint, signal = AbortSignal.timeout(tokenAnswer.ms) }: Attempt,
  init: Pick<RequestInit, "headers" | "body">,
): Promise<Response> {
  return inHttpSpan(`POST ${new URL(tokenEndpoint).pathname}`, tokenEndpoint, () =>
    boundedFetch(tokenEndpoint, { ...init, method: "POST", signal }),
  );
}
