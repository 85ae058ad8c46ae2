import type { Logger } from "pino";
import type { PortalApi, PortalApiSettings } from "#shared/portal-api/client.ts";
import type { Config } from "./config.ts";
import type { Feeds } from "./feeds/create-feeds.ts";
import type { IdentityService } from "./identity/create-identity-service.ts";
import type { PlainPage } from "./page.ts";
import type { PendingWork } from "./pending-work.ts";
import type { RateLimits } from "./rate-limits.ts";
import type { Activity } from "./session/activity.ts";
import type { PersonSessions } from "./session/person-sessions.ts";
import type { PortalSession } from "./session/portal-session.ts";
import type { Records } from "./session/records.ts";
import type { PostedForm } from "./uploads/posted-files.ts";

/** What every loader and action gets from the server. */
export interface LoadContext {
  readonly session: PortalSession;
  readonly config: Config;
  readonly log: Logger;
  /** The caller's address, after the configured number of trusted proxies. */
  readonly clientIp: string;
  readonly nonce: string;
  readonly requestId: string;
  /** Identifies the request in a distributed trace. We send it with every upstream call. */
  readonly traceparent: string;
  /** The browser sent a form, even if a loader now shows the answer. */
  readonly isPost: boolean;
  /** Someone opened this page; false if an open page reloads its own data. */
  readonly navigation: boolean;
  /** The request is over the rate limit, so the application answers 429. Retry-After is already set. */
  readonly tooMany: boolean;
  readonly signal: AbortSignal;
  readonly cookies: Readonly<Record<string, string>>;
  readonly services: Services;
  /** The uploaded files, to be read one after the other; undefined if the form has none. */
  readonly files: PostedForm["files"];
  /** Whether forms on this page can upload files. */
  readonly acceptsFiles: boolean;
  readonly state: RequestState;
  /** Adds an origin to this response's CSP directive, e.g. the identity provider to `form-action`. */
  allowOrigin(directive: "form-action" | "connect-src" | "script-src" | "img-src", origin: string): void;
  /** Whether all the optional parts that the page at this address needs are configured. */
  offersPage(address: string): boolean;
  plainPage(page: Omit<PlainPage, "status">): string;
  /** Reads the answer only as fast as the browser does, and cancels it if the browser disconnects. */
  withBackpressure(answer: Response): Response;
  audit(entry: AuditedWrite | AuditedEnds | AuditedSecret): void;
  /** Starts background work once the response has ended or the browser has disconnected. */
  afterResponse(name: string, work: () => Promise<unknown>): void;
}

interface AuditedWrite {
  readonly audit: "write";
  readonly outcome: string;
  readonly call: string;
  /** The call's account, which may differ from the session's current one. */
  readonly account: string | undefined;
  /** The text for the person's list of their activity; undefined if it isn't listed there. */
  readonly what: string | undefined;
}

interface AuditedEnds {
  readonly audit: "session-end";
  readonly outcome: "one other" | "all others";
  readonly what: string;
}

/** Someone saw a secret of a subscription. Never contains the secret. */
interface AuditedSecret {
  readonly audit: "secret";
  readonly outcome: "shown";
  readonly field: "password" | "keycodes";
  readonly licence: string;
  readonly what: string;
}

/** State shared by one request's loaders and actions. */
export class RequestState {
  /** The arguments of loaders and actions that have checked access (app/request/require.ts). */
  readonly accessSettled = new Set<object>();
  /** The portal API by account; the key is undefined for calls without an account. */
  readonly apis = new Map<string | undefined, PortalApi>();
  /** A draft has been kept, which an error page can mention. */
  draftKept = false;
  /** What was typed into a form whose object is gone, by field label, because there's no page to fill it in again. */
  typedForNothing: readonly (readonly [string, string])[] = [];
  /** The action refused its form with errors or warnings, so the loaders must show what was posted. */
  formRefused: "error" | "warning" | undefined;
  /** The token can't be renewed at the moment, which doesn't end the session. */
  isRenewalUnavailable = false;
  /** The API's resources (the first segment of a call's path) that answered 401 even after a renewal. */
  readonly refusedBy = new Set<string>();
  route?: string;
  /** Loads whatever marks notifications as read, so that counting the unread ones can wait for it. */
  marking?: Promise<unknown>;
  /** The ids of notifications that this request, or a parallel one, marked as read. */
  readonly markedReadIds = new Set<string>();
}

export interface Services {
  readonly identity: IdentityService;
  readonly feeds: Feeds;
  readonly portalApi: PortalApiSettings;
  readonly limits: RateLimits;
  readonly persons: Omit<PersonSessions, "add">;
  readonly activity: Activity;
  /** Makes sure that something only happens once across all instances. */
  readonly records: Records;
  readonly now: () => Date;
  /** Work that shutting down waits for. */
  readonly pendingWork: Pick<PendingWork, "add" | "stopping">;
  /** Starts work straight away without a response waiting for it. Logs a failure. */
  readonly inBackground: PendingWork["inBackground"];
  readonly observeCall: (call: string, outcome: string, ms: number) => void;
}

declare module "@remix-run/server-runtime" {
  // oxlint-disable-next-line typescript/no-empty-object-type -- Remix's way to type the load context
  interface AppLoadContext extends LoadContext {}

  /** Types of loader data follow single fetch (remix.config.js): dates stay dates, `data()` is unwrapped. */
  interface Future {
    v3_singleFetch: true;
  }
}
