import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from "jose";

interface Key {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

/** A sign-in that was answered with a code. */
interface Grant {
  readonly challenge: string;
  readonly nonce: string;
}

/** The endpoints that the portal itself calls. */
type Endpoint = "metadata" | "keys" | "token";

/** An error of the token endpoint; `hang up` closes the connection. */
type TokenFault = "hang up" | { readonly status: number; readonly body: object };

/** An OpenID provider for tests: it signs identity tokens and records the token requests. */
export interface OidcServer {
  readonly url: string;
  readonly clientId: string;
  /** Overrides claims of the next identity tokens. */
  claims: Record<string, unknown>;
  /** Replaces the next identity token. */
  forgeToken: ((claims: Record<string, unknown>) => Promise<string>) | undefined;
  /** Faults of the next token requests, one for each. */
  readonly tokenFaults: TokenFault[];
  /** Whether a renewal comes with a new refresh token; otherwise the old one stays valid. */
  rotatesRefreshTokens: boolean;
  discoveryDown: boolean;
  /** Overrides fields of the metadata document. */
  metadata: Record<string, unknown>;
  keysDown: boolean;
  /** Replaces the answers of endpoints. */
  readonly replacements: Map<Endpoint, (response: ServerResponse) => void>;
  /** The responses that haven't ended. */
  readonly openResponses: ReadonlySet<ServerResponse>;
  readonly tokenRequests: URLSearchParams[];
  /** Signs the person in, and returns the callback's address. */
  authorize(authorizationUrl: string): URL;
  /** Fails the sign-in with an error, and returns the callback's address. */
  refuse(authorizationUrl: string, error: string, description: string): URL;
  rotateKeys(): Promise<void>;
  sign(claims: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

const clientId = "portal";

interface State {
  readonly base: string;
  readonly issuer: string;
  readonly grants: Map<string, Grant>;
  key: Key;
}

/**
 * Starts the server on a free port. `prefix` goes before its paths, and `issuerSuffix` after its address in the issuer's
 * name.
 */
export async function startOidcServer(prefix = "", issuerSuffix = ""): Promise<OidcServer> {
  const openResponses = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    openResponses.add(response);
    response.once("close", () => openResponses.delete(response));
    void answer(oidc, state, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`;
  const state: State = {
    base,
    issuer: base + issuerSuffix,
    grants: new Map(),
    key: await keyOf(prefix, "key-1"),
  };
  const oidc: OidcServer = {
    url: base,
    clientId,
    claims: {},
    forgeToken: undefined,
    tokenFaults: [],
    rotatesRefreshTokens: true,
    discoveryDown: false,
    metadata: {},
    keysDown: false,
    replacements: new Map(),
    openResponses,
    tokenRequests: [],
    authorize(authorizationUrl) {
      const { searchParams } = new URL(authorizationUrl);
      const code = randomUUID();
      const challenge = searchParams.get("code_challenge") ?? "";
      state.grants.set(code, { challenge, nonce: searchParams.get("nonce") ?? "" });
      return toCallbackUrl(searchParams, { code });
    },
    refuse(authorizationUrl, error, description) {
      return toCallbackUrl(new URL(authorizationUrl).searchParams, { error, error_description: description });
    },
    async rotateKeys() {
      state.key = await keyOf(prefix, `${state.key.kid}-next`);
    },
    sign: (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: state.key.kid }).sign(state.key.privateKey),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return oidc;
}

async function answer(
  oidc: OidcServer,
  state: State,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = new URL(request.url ?? "/", state.base).href.slice(state.base.length);
  const endpoint = endpointOf(path);
  const replacement = endpoint && oidc.replacements.get(endpoint);
  if (replacement) return replacement(response);
  if (endpoint === "metadata") {
    return send(response, oidc.discoveryDown ? 503 : 200, {
      ...metadataOf(state),
      ...oidc.metadata,
    });
  }
  if (endpoint === "keys") return send(response, oidc.keysDown ? 503 : 200, { keys: [state.key.jwk] });
  if (endpoint !== "token") return send(response, 404, {});
  const body = new URLSearchParams(await readBody(request));
  oidc.tokenRequests.push(body);
  const fault = oidc.tokenFaults.shift();
  if (fault === "hang up") return void request.socket.destroy();
  if (fault) return send(response, fault.status, fault.body);
  const grant = takeGrant(state.grants, body);
  if (!grant) return send(response, 400, { error: "invalid_grant" });
  const claims = { ...usualClaims(state.issuer), ...grant, ...oidc.claims };
  const forge = oidc.forgeToken ?? oidc.sign;
  oidc.forgeToken = undefined;
  send(response, 200, {
    access_token: "secret-access-token",
    token_type: "Bearer",
    expires_in: 3600,
    id_token: await forge(claims),
    ...((oidc.rotatesRefreshTokens || body.get("grant_type") !== "refresh_token") && {
      refresh_token: `secret-refresh-${oidc.tokenRequests.length}`,
    }),
  });
}

function endpointOf(path: string): Endpoint | undefined {
  if (path === "/keys") return "keys";
  if (path === "/token") return "token";
  return /^(\/v2\.0)?\/\.well-known\/openid-configuration$/.test(path) ? "metadata" : undefined;
}

function metadataOf({ base, issuer }: State): object {
  return {
    issuer,
    authorization_endpoint: `${base}/authorize?policy=sign-in`,
    token_endpoint: `${base}/token`,
    jwks_uri: `${base}/keys`,
    end_session_endpoint: `${base}/sign-out`,
  };
}

function usualClaims(issuer: string): Record<string, unknown> {
  const issued = Math.floor(Date.now() / 1000);
  return {
    iss: issuer,
    aud: clientId,
    sub: "2001",
    iat: issued,
    exp: issued + 3600,
    roles: ["1001-Orders"],
    name: "Anna Archer",
    given_name: "Anna",
    family_name: "Archer",
    email: "anna@example.com",
    userType: "customer",
    accounts: ["1001"],
  };
}

/** Codes work once and with their verifier; any refresh token works. */
function takeGrant(grants: Map<string, Grant>, body: URLSearchParams): { nonce?: string } | undefined {
  if (body.get("grant_type") === "refresh_token") return {};
  const code = body.get("code") ?? "";
  const grant = grants.get(code);
  grants.delete(code);
  const challenge = createHash("sha256")
    .update(body.get("code_verifier") ?? "")
    .digest("base64url");
  return grant && challenge === grant.challenge ? { nonce: grant.nonce } : undefined;
}

function toCallbackUrl(parameters: URLSearchParams, answer: Record<string, string>): URL {
  const url = new URL(parameters.get("redirect_uri") ?? "");
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  url.searchParams.set("state", parameters.get("state") ?? "");
  return url;
}

/** All servers with a prefix have the same keys, because finding primes takes longer than most tests. */
const keys = new Map<string, Promise<Key>>();
function keyOf(prefix: string, kid: string): Promise<Key> {
  const key = keys.get(prefix + kid) ?? newKey(kid);
  keys.set(prefix + kid, key);
  return key;
}

async function newKey(kid: string): Promise<Key> {
  const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: "RS256", use: "sig" } };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return body;
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
