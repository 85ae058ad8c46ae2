import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoPassword } from "./data/people.ts";
import { Browser } from "./identity/testing/browser.ts";
import { portalSettings } from "./portal-settings.ts";
import { startProvider, type RunningProvider } from "./start.ts";

interface Discovery {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
}

interface Registration {
  readonly issuer: string;
  readonly clientId: string;
  readonly secret: string;
  readonly callback: string;
}

describe("the portal's settings for the provider", () => {
  let provider: RunningProvider;
  let settings: Record<string, string>;
  beforeAll(async () => {
    provider = await startProvider();
    settings = portalSettings(provider.url);
  });
  afterAll(() => provider.close());

  const setting = (name: string) => settings[name] ?? expect.fail(`${name} is not set`);

  test.each([
    "PASSWORD_RESET_URL",
    "CHANGE_PASSWORD_URL",
    "MEMORABLE_WORD_URL",
    "BLOG_FEED_URL",
    "BLOG_URL",
    "IP_LOOKUP_URL",
    "USER_GUIDE_URL",
    "TERMS_URL",
    "PRIVACY_URL",
    "COMPLAINTS_URL",
  ])("%s is an address that answers 200", async (name) => {
    expect((await fetch(setting(name))).status).toBe(200);
  });

  test.each([
    ["customer", "anna.archer@harbourpine.example", 2],
    ["employee", "ella.reid@provider.example", 5],
  ] as const)("let the %s sign in and call the API with the token", async (kind, email, accounts) => {
    const isCustomer = kind === "customer";
    const token = await identityToken(email, {
      issuer: setting(isCustomer ? "CUSTOMER_ISSUER" : "EMPLOYEE_AUTHORITY"),
      clientId: setting(isCustomer ? "CUSTOMER_CLIENT_ID" : "EMPLOYEE_CLIENT_ID"),
      secret: setting(isCustomer ? "CUSTOMER_CLIENT_SECRET" : "EMPLOYEE_CLIENT_SECRET"),
      callback: `http://localhost:3000/login/${isCustomer ? "" : "employee/"}callback`,
    });
    const headers = {
      authorization: `Bearer ${token}`,
      "ocp-apim-subscription-key": setting("PORTAL_API_KEY"),
    };
    const reply = await fetch(`${setting("PORTAL_API_URL")}/Client/MyAccounts`, { headers });
    await expect(reply.json()).resolves.toHaveLength(accounts);
    const forged = { ...headers, authorization: `Bearer ${token.slice(0, -8)}AAAAAAAA` };
    expect((await fetch(`${setting("PORTAL_API_URL")}/Client/MyAccounts`, { headers: forged })).status).toBe(
      401,
    );
  });
});

async function identityToken(
  email: string,
  { issuer, clientId, secret, callback }: Registration,
): Promise<string> {
  const discoveryReply = await fetch(`${issuer}/.well-known/openid-configuration`);
  const discovery = (await discoveryReply.json()) as Discovery;
  const verifier = randomBytes(32).toString("base64url");
  const request = new URL(discovery.authorization_endpoint);
  request.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: callback,
    response_type: "code",
    scope: "openid offline_access",
    state: "state",
    nonce: "nonce",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  }).toString();
  const browser = new Browser();
  const page = await browser.follow(request.href, await browser.get(request.href));
  const posted = await browser.post(page.url, { intent: "sign-in", email, password: demoPassword });
  const callbackPage = await browser.follow(page.url, posted);
  const reply = await fetch(discovery.token_endpoint, {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString("base64")}` },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code: new URL(callbackPage.url).searchParams.get("code") ?? "",
      redirect_uri: callback,
      code_verifier: verifier,
    }),
  });
  return ((await reply.json()) as { id_token: string }).id_token;
}
