import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import type { Client, ClientSummary } from "#app/portal-api/clients.ts";
import type { Config } from "#server/config.ts";
import { newRequestState, type LoadContext, type Services } from "#server/load-context.ts";
import type { CurrentAccount, Draft, FlashMessage, PortalSession } from "#server/session/portal-session.ts";

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
export function routeArgs(situation: Situation): LoaderFunctionArgs & ActionFunctionArgs {
  const { request } = situation;
  return {
    request: typeof request === "string" ? new Request(new URL(request, "http://portal.example")) : request,
    params: {},
    context: contextOf(situation) as AppLoadContext,
  };
}

/** A request that posts these fields. */
export function post(path: string, fields: Readonly<Record<string, string>>): Request {
  return new Request(new URL(path, "http://portal.example"), {
    method: "POST",
    body: new URLSearchParams(fields),
  });
}

function contextOf({ apiUrl, roles, accounts = [], account, now, feeds }: Situation): LoadContext {
  const quiet = () => undefined;
  const session = roles ? signedIn(roles, accounts, account) : sessionWith({ accounts: [] });
  return {
    session,
    config: {
      publicUrl: "http://portal.example",
      brandName: "Demarc",
      blogUrl: "https://blog.example/",
      helpDeskPhone: "0344 770 6010",
    } as Config,
    log: { info: quiet, warn: quiet, error: quiet, debug: quiet } as unknown as LoadContext["log"],
    requestId: "request-1",
    state: newRequestState(),
    navigation: true,
    signal: new AbortController().signal,
    clientIp: "192.0.2.1",
    nonce: "",
    cookies: {},
    services: {
      identity: { freshToken: async () => session.tokens?.identityToken, renew: async () => false },
      feeds: {
        latestPosts: async () => [],
        campaigns: async () => [],
        campaignImage: async () => undefined,
        ...feeds,
      },
      portalApi: { baseUrl: apiUrl, subscriptionKey: "key", timeoutMs: 30_000 },
      now: () => new Date(now ?? "2026-11-20T08:00:00Z"),
      observeCall: quiet,
    } as unknown as Services,
    plainPage: ({ heading }) => heading,
    paced: (answer) => answer,
    allowOrigin: quiet,
    afterResponse: quiet,
  };
}

function signedIn(
  roles: readonly string[],
  accounts: readonly Client[],
  account: CurrentAccount | undefined,
) {
  const name = { firstName: "Anna", lastName: "Archer", fullName: "Anna Archer" };
  return sessionWith({
    user: { id: "1", ...name, email: "anna@harbour.example", b2c: true, roles },
    tokens: { identityToken: "token", refreshToken: undefined, expiresAt: 0, issuedBy: "customer" },
    accounts,
    account,
  });
}

type Held = Partial<Pick<PortalSession, "user" | "tokens" | "account">> & Pick<PortalSession, "accounts">;

/** A session of one request, in memory; what no loader of these tests asks for is left out. */
function sessionWith(start: Held): PortalSession {
  const held = { ...start };
  const summaries = new Map<string, ClientSummary>();
  const flashes: FlashMessage[] = [];
  const drafts = new Map<string, Draft>();
  let savedUrl: string | undefined;
  const session: Partial<PortalSession> = {
    commit: async () => undefined,
    setAccounts: (accounts) => void (held.accounts = accounts),
    selectAccount: (account) => void (held.account = account),
    summaryOf: (clientId) => summaries.get(clientId),
    rememberSummary: (clientId, summary) => void summaries.set(clientId, summary),
    forgetSummary: (clientId) => void summaries.delete(clientId),
    saveUrl: (path) => void (savedUrl = path),
    takeSavedUrl() {
      const taken = savedUrl;
      savedUrl = undefined;
      return taken;
    },
    flash: (message) => void flashes.push(message),
    takeFlashes: () => flashes.splice(0),
    keepDraft: ({ form, fields }) =>
      void drafts.set(form, { form, fields, userId: held.user?.id, keptAt: 0 }),
    peekDraft: (form) => drafts.get(form),
    takeDraft(form) {
      const draft = drafts.get(form);
      drafts.delete(form);
      return draft;
    },
  };
  return Object.defineProperties(session, {
    user: { get: () => held.user },
    tokens: { get: () => held.tokens },
    accounts: { get: () => held.accounts },
    account: { get: () => held.account },
  }) as PortalSession;
}
