import type { IncomingMessage, ServerResponse } from "node:http";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { claims } from "./answers.ts";

export const identityClientId = "bench-portal";

/** An OpenID provider that lets the one person in without asking. Answers true when the request was its own. */
export type Identity = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<boolean>;

/** Sets one up below `/customer` and `/employee/v2.0` of `base`, with keys of its own. */
export async function createIdentity(base: string): Promise<Identity> {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(publicKey)), kid: "bench", alg: "RS256", use: "sig" };

  const idToken = (issuer: string, nonce: string) =>
    new SignJWT({ ...claims, ...(nonce === "" ? {} : { nonce }) })
      .setProtectedHeader({ alg: "RS256", kid: "bench" })
      .setIssuer(issuer)
      .setAudience(identityClientId)
      .setSubject("bench-person")
      .setIssuedAt()
      .setExpirationTime("8h")
      .sign(privateKey);

  return async (request, response, url) => {
    const [, tenant, rest] = /^\/(customer|employee\/v2\.0)\/(.+)$/.exec(url.pathname) ?? [];
    if (tenant === undefined) return false;
    const issuer = `${base}/${tenant}`;
    if (rest === ".well-known/openid-configuration") return json(response, metadata(issuer));
    if (rest === "keys") return json(response, { keys: [jwk] });
    if (rest === "authorize") return redirectBack(response, url.searchParams);
    if (rest !== "token") return false;
    const form = new URLSearchParams(await textOf(request));
    // The code is the nonce itself: nothing has to be remembered.
    const token = await idToken(issuer, form.get("code") ?? "");
    return json(response, {
      token_type: "Bearer",
      expires_in: 28_800,
      access_token: "unused",
      refresh_token: "bench-refresh",
      id_token: token,
    });
  };
}

function metadata(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    end_session_endpoint: `${issuer}/signout`,
  };
}

function redirectBack(response: ServerResponse, query: URLSearchParams): true {
  const back = new URL(query.get("redirect_uri") ?? "");
  back.searchParams.set("code", query.get("nonce") ?? "");
  back.searchParams.set("state", query.get("state") ?? "");
  response.writeHead(302, { location: back.href }).end();
  return true;
}

function json(response: ServerResponse, value: unknown): true {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
  return true;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}
