import type { Client } from "#app/portal-api/clients.ts";
import type { RouteArgs } from "#app/request/portal.ts";
import type { BeginOptions, IdentityService, SignInOutcome } from "#server/identity/identity-service.ts";
import { newRequestState, type LoadContext } from "#server/load-context.ts";
import type { CurrentAccount, PortalSession, SignedInUser, Tokens } from "#server/session/portal-session.ts";

export const user: SignedInUser = {
  id: "2001",
  firstName: "Anna",
  lastName: "Archer",
  fullName: "Anna Archer",
  email: "anna@example.com",
  b2c: true,
  roles: ["1-Support"],
};
export const tokens: Tokens = {
  identityToken: "token-1",
  refreshToken: "r",
  expiresAt: 0,
  issuedBy: "customer",
};
export const identityOrigin = "https://identity.example";

/** One browser's session and what happened around it, in order. */
export class World {
  readonly events: string[] = [];
  user: SignedInUser | undefined;
  tokens: Tokens | undefined;
  accounts: readonly Client[] = [];
  account: CurrentAccount | undefined;
  savedUrl: string | undefined;
  /** What `complete` gives. */
  outcome: Promise<SignInOutcome> | undefined;
  /** False: the identity provider can't be reached. */
  reachable = true;
  freshToken: string | undefined = "token-1";
  cookies: Record<string, string> = {};
  apiUrl = "http://127.0.0.1:9";
  readonly afterResponse: Promise<void>[] = [];

  signedIn(): this {
    Object.assign(this, { user, tokens });
    return this;
  }

  args(path: string, form?: Record<string, string>): RouteArgs {
    const init = form && { method: "POST", body: new URLSearchParams(form) };
    const request = new Request(new URL(path, "http://portal.example"), init);
    return { request, params: {}, context: this.context() as RouteArgs["context"] };
  }

  context(): LoadContext {
    const note = (event: string) => void this.events.push(event);
    const log = (level: string) => (_: unknown, text: string) => note(`${level}: ${text}`);
    const context: Partial<LoadContext> = {
      session: this.#session(),
      cookies: this.cookies,
      requestId: "request-1",
      state: newRequestState(),
      config: {
        secure: false,
        userGuideUrl: "https://provider.example/guide.pdf",
        helpDeskEmail: "help@provider.example",
      } as LoadContext["config"],
      log: { info: log("info"), warn: log("warn"), error: log("error") } as unknown as LoadContext["log"],
      services: {
        identity: this.#identity(),
        portalApi: { baseUrl: this.apiUrl, subscriptionKey: "key", timeoutMs: 30_000 },
        observeCall: () => {},
      } as unknown as LoadContext["services"],
      allowOrigin: (directive, origin) => note(`allow ${directive} ${origin}`),
      afterResponse: (work) => void this.afterResponse.push(work()),
    };
    return context as LoadContext;
  }

  #identity(): IdentityService {
    const begin = async (kind: string, _request: Request, _session: PortalSession, options: BeginOptions) => {
      if (!this.reachable) return undefined;
      const location = `${identityOrigin}/${kind}/${options.purpose}`;
      return new Response(null, { status: 303, headers: { location } });
    };
    return {
      begin,
      complete: () => this.outcome ?? Promise.reject(new Error("no outcome was set")),
      renew: async () => false,
      freshToken: async () => this.freshToken,
      signOutUrl: async ({ identityToken }) => `${identityOrigin}/sign-out?hint=${identityToken}`,
      spentCookies: () => ["sign-in-customer:1=; Max-Age=0"],
      origins: [identityOrigin],
    };
  }

  #session(): PortalSession {
    const session = {
      handle: "handle-1",
      signIn: async (identity: { user: SignedInUser; tokens: Tokens }) => {
        Object.assign(this, identity);
        this.events.push("session started");
      },
      end: async () => {
        Object.assign(this, { user: undefined, tokens: undefined, account: undefined, savedUrl: undefined });
        this.events.push("session ended");
      },
      renewTokens: async (renew: (current: Tokens) => Promise<Tokens | undefined>) =>
        (this.tokens = await renew(this.tokens ?? tokens)),
      setAccounts: (accounts: readonly Client[]) => void (this.accounts = accounts),
      selectAccount: (account: CurrentAccount) => void (this.account = account),
      saveUrl: (path: string) => void (this.savedUrl = path),
      takeSavedUrl: () => {
        const saved = this.savedUrl;
        this.savedUrl = undefined;
        return saved;
      },
    };
    const held = ["user", "tokens", "accounts", "account"] as const;
    for (const name of held) Object.defineProperty(session, name, { get: () => this[name] });
    return session as unknown as PortalSession;
  }
}
