import { createHash, randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { demoPassword, people } from "#provider/data/people.ts";
import { createIdentity, type Identity, type IdentityOptions } from "#provider/identity/identity.ts";
import type { TenantName } from "#provider/identity/logins.ts";
import type { Browser } from "./browser.ts";

/** The portal's address, to which the provider redirects. */
export const portalUrl = "http://localhost:3000";
const clientSecrets = { customer: "customer: secret/+", employee: "employee-secret" };

const clients = {
  customer: { id: "demarc-portal", callback: `${portalUrl}/login/callback` },
  employee: { id: "demarc-portal-employee", callback: `${portalUrl}/login/employee/callback` },
} as const;

/** The email address of a person of each tenant. */
export const emails = {
  customer: "anna.archer@harbourpine.example",
  employee: "ella.reid@provider.example",
} as const;

/** The answer of the token endpoint. */
export interface TokenAnswer {
  readonly status: number;
  readonly body: { id_token: string; refresh_token: string; access_token: string; error?: string };
}

/** Runs the provider in this process, and plays the portal's part of the protocol. */
export class Harness {
  readonly store = new DatabaseSync(":memory:");
  readonly faults: unknown[] = [];
  url = "";
  identity: Identity | undefined;
  #server: Server | undefined;

  async start(options: Partial<IdentityOptions> = {}): Promise<void> {
    this.#server = createServer((req, res) => this.identity?.handler(req, res));
    await new Promise<void>((resolve) => this.#server?.listen(0, "127.0.0.1", resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    await this.restart(options);
  }

  /** Creates a new provider over the same store, as a restart of the process would. */
  async restart(options: Partial<IdentityOptions> = {}): Promise<void> {
    const onFault = (fault: unknown) => void this.faults.push(fault);
    this.identity = await createIdentity({
      url: this.url,
      portalUrl,
      clientSecrets,
      people,
      store: this.store,
      onFault,
      ...options,
    });
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }

  /** The authorization request that the portal makes; an undefined value in `extra` removes a parameter. */
  authorization(tenant: TenantName, extra: Readonly<Record<string, string | undefined>> = {}) {
    const verifier = randomBytes(32).toString("base64url");
    const parameters: Record<string, string | undefined> = {
      client_id: clients[tenant].id,
      redirect_uri: clients[tenant].callback,
      response_type: "code",
      scope: tenant === "customer" ? "openid offline_access" : "openid profile email offline_access",
      state: "the-state",
      nonce: "the-nonce",
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      ...(tenant === "employee" && { domain_hint: "provider.example" }),
      ...extra,
    };
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
    return { verifier, url: `${this.url}/${tenant}/oauth2/v2.0/authorize?${query}` };
  }

  /** Opens an authorization request; ends at the sign-in page, or at the portal when signed in already. */
  async open(browser: Browser, tenant: TenantName, extra: Readonly<Record<string, string | undefined>> = {}) {
    const { verifier, url } = this.authorization(tenant, extra);
    return { verifier, ...(await browser.follow(url, await browser.get(url))) };
  }

  /** Signs in with an email address and a password; ends at the portal, or at the page with the error. */
  async signIn(
    browser: Browser,
    tenant: TenantName,
    email: string = emails[tenant],
    password = demoPassword,
  ) {
    const { verifier, url } = await this.open(browser, tenant);
    const answer = await browser.post(url, { intent: "sign-in", email, password });
    return { verifier, ...(await browser.follow(url, answer)) };
  }

  async tokens(browser: Browser, tenant: TenantName, email?: string): Promise<TokenAnswer> {
    const { verifier, url } = await this.signIn(browser, tenant, email);
    return this.redeem(tenant, new URL(url).searchParams.get("code") ?? "", verifier);
  }

  redeem(tenant: TenantName, code: string, verifier: string, clientAuth: "basic" | "post" = "basic") {
    const { callback } = clients[tenant];
    const fields = {
      grant_type: "authorization_code",
      code,
      redirect_uri: callback,
      code_verifier: verifier,
    };
    return this.#token(tenant, fields, clientAuth);
  }

  refresh(tenant: TenantName, token: string) {
    return this.#token(tenant, { grant_type: "refresh_token", refresh_token: token }, "basic");
  }

  async #token(
    tenant: TenantName,
    fields: Record<string, string>,
    clientAuth: "basic" | "post",
  ): Promise<TokenAnswer> {
    const { id } = clients[tenant];
    const secret = clientSecrets[tenant];
    const encoded = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`;
    const basic = { authorization: `Basic ${Buffer.from(encoded).toString("base64")}` };
    const response = await fetch(`${this.url}/${tenant}/oauth2/v2.0/token`, {
      method: "POST",
      headers: clientAuth === "basic" ? basic : {},
      body: new URLSearchParams(
        clientAuth === "basic" ? fields : { ...fields, client_id: id, client_secret: secret },
      ),
    });
    return { status: response.status, body: (await response.json()) as TokenAnswer["body"] };
  }
}
