import type { Logger } from "pino";
import type { PortalApi, PortalApiSettings } from "#app/portal-api/client.ts";
import type { Config } from "./config.ts";
import type { Feeds } from "./feeds/feeds.ts";
import type { IdentityService } from "./identity/identity-service.ts";
import type { Limits } from "./limits.ts";
import type { PlainPage } from "./page.ts";
import type { PendingWork } from "./pending-work.ts";
import type { PersonSessions } from "./session/person-sessions.ts";
import type { PortalSession } from "./session/portal-session.ts";
import type { Vault } from "./session/vault.ts";
import type { PostedForm } from "./uploads/posted-files.ts";

/** What the server hands to every loader and action. */
export interface LoadContext {
  readonly session: PortalSession;
  readonly config: Config;
  readonly log: Logger;
  /** The caller's address, by the configured number of trusted proxies. */
  readonly clientIp: string;
  /** The nonce of this response's content security policy. */
  readonly nonce: string;
  readonly requestId: string;
  /** A person opened this page; false where an open page loads its data again by itself. */
  readonly navigation: boolean;
  /** One request too many: it is refused with 429 and the Retry-After that is set already. */
  readonly tooMany: boolean;
  /** Aborts when the browser leaves before the answer is complete. */
  readonly signal: AbortSignal;
  readonly cookies: Readonly<Record<string, string>>;
  readonly services: Services;
  /** The files of a posted form, to be read one after the other; undefined where it brings none. */
  readonly files: PostedForm["files"];
  /** The page says that its forms bring files. */
  readonly takesFiles: boolean;
  readonly state: RequestState;
  /** Adds an origin to this response's CSP directive, e.g. the identity provider to `form-action`. */
  allowOrigin(directive: "form-action" | "connect-src" | "script-src" | "img-src", origin: string): void;
  /** Whether this provider brings all that the page at this address needs. */
  offersPage(address: string): boolean;
  /** A page as the server draws it by itself, for an answer that no component draws. */
  plainPage(page: Omit<PlainPage, "status">): string;
  /** The answer, its parts sent on as fast as the browser takes them; ends its source when the browser leaves. */
  paced(answer: Response): Response;
  /** Writes a line of the audit trail with the actor of this request. */
  audit(entry: AuditedWrite | AuditedEnds | AuditedSecret): void;
  /** Does in the background what can wait until the answer has ended, or the browser has left. */
  afterResponse(name: string, work: () => Promise<unknown>): void;
}

interface AuditedWrite {
  readonly audit: "write";
  readonly outcome: string;
  readonly call: string;
  /** Whom it was for: a call may be for another account than the session's current one. */
  readonly account: string | undefined;
}

/** A person has signed out elsewhere. */
interface AuditedEnds {
  readonly audit: "session-end";
  readonly outcome: "one other" | "all others";
}

/** Somebody has seen a secret: which one and whose, never what it is. */
interface AuditedSecret {
  readonly audit: "secret";
  readonly outcome: "shown";
  readonly field: "password" | "keycodes";
  readonly licence: string;
}

/** What the loaders and actions of one request have done so far. */
export interface RequestState {
  /** The arguments of those that have asked who is there. */
  readonly proven: Set<object>;
  /** The portal API for each account, undefined for none. */
  readonly apis: Map<string | undefined, PortalApi>;
  /** What was typed is kept as a draft: whatever page the request ends on may say so. */
  draftKept: boolean;
  /** The action refused its form: the loaders find it as it was posted. */
  formRefused: boolean;
  /** A token that the API refused could not be renewed for the moment: that does not end the session. */
  isRenewalAway: boolean;
  /** The pattern of the route that answers, for metrics and audit. */
  route?: string;
  /** The id of the notification that this request has made read, if any; never rejects. */
  madeRead?: Promise<string | undefined>;
}

/** The state at the beginning of a request. */
export function newRequestState(): RequestState {
  return { proven: new Set(), apis: new Map(), draftKept: false, formRefused: false, isRenewalAway: false };
}

export interface Services {
  readonly identity: IdentityService;
  readonly feeds: Feeds;
  readonly portalApi: PortalApiSettings;
  readonly limits: Limits;
  /** Where people are signed in. */
  readonly persons: Pick<PersonSessions, "list" | "end" | "endByEmail">;
  /** What may happen only once, whoever asks and on whichever instance. */
  readonly vault: Vault;
  /** The clock; tests put their own here. */
  readonly now: () => Date;
  /** What a stop of the process waits for: loaders, actions, and what goes on in the background. */
  readonly pendingWork: Pick<PendingWork, "add">;
  /** Begins work at once that no answer waits for; a stop of the process does. Its failure is logged. */
  readonly inBackground: PendingWork["inBackground"];
  /** Metrics of one finished upstream call. */
  readonly observeCall: (call: string, outcome: string, ms: number) => void;
}

declare module "@remix-run/server-runtime" {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- how Remix is told of the context's type
  interface AppLoadContext extends LoadContext {}

  /** Types of loader data follow single fetch (remix.config.js): dates stay dates, `data()` is unwrapped. */
  interface Future {
    v3_singleFetch: true;
  }
}
