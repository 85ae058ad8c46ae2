import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import type { Client, ClientSummary } from "#app/portal-api/clients.ts";
import type { Config } from "#server/config.ts";
import type { IdentityService, SignInOutcome } from "#server/identity/identity-service.ts";
import type { LoadContext, Services } from "#server/load-context.ts";
import type {
  CurrentAccount,
  Draft,
  FlashMessage,
  PortalSession,
  SignedInUser,
  Tokens,
} from "#server/session/portal-session.ts";

export interface Situation {
  /** Path and query, or a whole request. */
  readonly request: string | Request;
  readonly apiUrl: string;
  /** Roles of the signed-in user; undefined for nobody. */
  readonly roles?: readonly string[];
  readonly accounts?: readonly Client[];
  readonly account?: CurrentAccount;
  readonly now?: string;
  readonly feeds?: Partial<Services["feeds"]>;
}

/** What Remix would hand to a loader or action in this situation. */
export function routeArgs({ request, roles, ...situation }: Situation) {
  const portal = new FakePortal(situation);
  return (roles ? portal.signedIn(roles) : portal).args(request);
}

/** A request that posts these fields. */
export function post(path: string, fields: Readonly<Record<string, string>>): Request {
  return new Request(new URL(path, "http://portal.example"), {
    method: "POST",
    body: new URLSearchParams(fields),
  });
}

const anna: SignedInUser = {
  id: "2001",
  firstName: "Anna",
  lastName: "Archer",
  fullName: "Anna Archer",
  email: "anna@harbour.example",
  b2c: true,
  roles: ["1-Support"],
};
export const tokens: Tokens = {
  identityToken: "token-1",
  refreshToken: "r",
  expiresAt: 0,
  issuedBy: "customer",
};
const identityOrigin = "https://identity.example";

function vaultInMemory(): Services["vault"] {
  const claims = new Set<string>();
  const values = new Map<string, string>();
  const sets = new Map<string, Set<string>>();
  return {
    setOf(name) {
      const members = sets.get(name) ?? new Set();
      sets.set(name, members);
      return {
        add: async (member) => void members.add(member),
        remove: async (gone) => gone.forEach((member) => members.delete(member)),
        members: async () => new Set(members),
      };
    },
    async change<T>(name: string, change: (kept: T | undefined) => T | undefined) {
      const kept = values.has(name) ? (JSON.parse(values.get(name) ?? "") as T) : undefined;
      const next = change(kept);
      if (next === undefined) return kept;
      values.set(name, JSON.stringify(next));
      return next;
    },
    set: async (name, value) => void values.set(name, JSON.stringify(value)),
    claim: async (name) => !claims.has(name) && Boolean(claims.add(name)),
    release: async (name) => void claims.delete(name),
    isClaimed: async (name) => claims.has(name),
    keep: async (name, value) => void values.set(name, JSON.stringify(value)),
    find: async (name) => (values.has(name) ? (JSON.parse(values.get(name) ?? "") as unknown) : undefined),
  };
}

/** One browser's session and what the server has around it, for any number of requests. */
export class FakePortal {
  /** Log lines, ends and beginnings of the session, in order. */
  readonly events: string[] = [];
  readonly vault = vaultInMemory();
  readonly #background: Promise<void>[] = [];
  readonly #ended = Promise.withResolvers<void>();
  readonly session: PortalSession;
  user: SignedInUser | undefined;
  tokens: Tokens | undefined;
  accounts: readonly Client[];
  account: CurrentAccount | undefined;
  savedUrl: string | undefined;
  cookies: Record<string, string> = {};
  /** False: no token can be had, or the identity provider can't be reached. */
  tokenIsFresh = true;
  isReachable = true;
  /** Of the exchange with the identity provider. */
  outcome: Promise<SignInOutcome> | undefined;
  readonly #situation: Omit<Situation, "request" | "roles">;

  constructor(situation: Omit<Situation, "request" | "roles">) {
    this.#situation = situation;
    this.accounts = situation.accounts ?? [];
    this.account = situation.account;
    this.session = this.#newSession();
  }

  signedIn(roles = anna.roles): this {
    return Object.assign(this, { user: { ...anna, roles }, tokens });
  }

  /** A path is asked for by GET. */
  args(request: string | Request): LoaderFunctionArgs & ActionFunctionArgs {
    const asked =
      typeof request === "string" ? new Request(new URL(request, "http://portal.example")) : request;
    return { request: asked, params: {}, context: this.#context() as AppLoadContext };
  }

  /** The answer has ended, or the browser has left: resolves when all that goes on in the background is done. */
  async answered(): Promise<void> {
    this.#ended.resolve();
    for (const work of this.#background) await work;
  }

  #inBackground(name: string, work: () => Promise<unknown>): void {
    const failed = () => void this.events.push(`warn: ${name} failed in the background`);
    this.#background.push(work().then(() => undefined, failed));
  }

  #context(): LoadContext {
    const { apiUrl, now = "2026-11-20T08:00:00Z", feeds } = this.#situation;
    const line = (level: string) => (_: unknown, text: string) => void this.events.push(`${level}: ${text}`);
    const log = { debug: () => {}, info: line("info"), warn: line("warn"), error: line("error") };
    return {
      session: this.session,
      config: {
        publicUrl: "http://portal.example",
        secure: false,
        absent: [] as Config["absent"],
        brandName: "Demarc",
        blogUrl: "https://blog.example/",
        userGuideUrl: "https://provider.example/guide.pdf",
        helpDeskEmail: "help@provider.example",
        helpDeskPhone: "0344 770 6010",
      } as Config,
      files: undefined,
      takesFiles: true,
      log: log as unknown as LoadContext["log"],
      requestId: "request-1",
      navigation: true,
      tooMany: false,
      signal: new AbortController().signal,
      clientIp: "192.0.2.1",
      nonce: "",
      cookies: this.cookies,
      state: {
        proven: new Set(),
        apis: new Map(),
        draftKept: false,
        formRefused: false,
        isRenewalAway: false,
      },
      services: {
        identity: this.#identity(),
        feeds: {
          latestPosts: async () => [],
          campaigns: async () => [],
          campaignImage: async () => undefined,
          ...feeds,
        },
        portalApi: { baseUrl: apiUrl, subscriptionKey: "key", timeoutMs: 30_000 },
        now: () => new Date(now),
        vault: this.vault,
        pendingWork: { add: (_: string, work: Promise<unknown>) => work },
        inBackground: (name: string, work: () => Promise<unknown>) => this.#inBackground(name, work),
        observeCall: () => undefined,
      } as unknown as Services,
      plainPage: ({ heading }) => heading,
      offersPage: () => true,
      paced: (answer) => answer,
      audit: () => undefined,
      allowOrigin: (directive, origin) => void this.events.push(`allow ${directive} ${origin}`),
      afterResponse: (name, work) => this.#inBackground(name, () => this.#ended.promise.then(work)),
    };
  }

  #identity(): IdentityService {
    return {
      begin: async (kind, _request, _session, { purpose }) => {
        const headers = { location: `${identityOrigin}/${kind}/${purpose}` };
        return this.isReachable ? new Response(null, { status: 303, headers }) : undefined;
      },
      complete: () => this.outcome ?? Promise.reject(new Error("no outcome was set")),
      renew: async () => "refused",
      freshToken: async () => (this.tokenIsFresh ? this.tokens?.identityToken : undefined),
      signOutUrl: async ({ identityToken }) => `${identityOrigin}/sign-out?hint=${identityToken}`,
      spentCookies: () => ["sign-in-customer:1=; Max-Age=0"],
      origins: [identityOrigin],
    };
  }

  /** What no loader of these tests asks for is left out. */
  #newSession(): PortalSession {
    const summaries = new Map<string, ClientSummary>();
    const flashes: FlashMessage[] = [];
    const drafts = new Map<string, Draft>();
    const claims = new Set<string>();
    const session: Partial<PortalSession> = {
      handle: "handle-1",
      commit: async () => undefined,
      signIn: async (identity) => {
        Object.assign(this, identity);
        this.events.push("session started");
      },
      end: async () => {
        Object.assign(this, { user: undefined, tokens: undefined, account: undefined, savedUrl: undefined });
        this.events.push("session ended");
      },
      renewTokens: async (renew) =>
        (this.tokens = this.tokens && (await renew(this.tokens, new AbortController().signal))),
      setAccounts: (accounts) => void (this.accounts = accounts),
      selectAccount: (account) => void (this.account = account),
      summaryOf: (clientId) => summaries.get(clientId),
      rememberSummary: (clientId, summary) => void summaries.set(clientId, summary),
      forgetSummary: (clientId) => void summaries.delete(clientId),
      saveUrl: (path) => void (this.savedUrl = path),
      takeSavedUrl: () => {
        const { savedUrl } = this;
        this.savedUrl = undefined;
        return savedUrl;
      },
      flash: (message) => void flashes.push(message),
      takeFlashes: () => flashes.splice(0),
      keepFlashes: () => undefined,
      keepDraft: ({ form, fields }) => void drafts.set(form, { form, fields, keptAt: 0 }),
      peekDraft: (form) => drafts.get(form),
      takeDraft(form) {
        const draft = drafts.get(form);
        drafts.delete(form);
        return draft;
      },
      claim: async (name) => !claims.has(name) && Boolean(claims.add(name)),
      release: async (name) => void claims.delete(name),
    };
    const fields = ["user", "tokens", "accounts", "account"] as const;
    for (const name of fields) Object.defineProperty(session, name, { get: () => this[name] });
    return session as PortalSession;
  }
}
