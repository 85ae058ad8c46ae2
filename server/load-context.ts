import { parse as parseCookies } from "cookie";
import type { Response as ExpressResponse } from "express";
import { timeouts } from "#shared/limits.ts";
import { isOffered } from "#shared/page-facts.ts";
import type { PortalApi } from "#shared/portal-api/client.ts";
import { writeAudit, type AuditEntry } from "./audit.ts";
import type { Config } from "./config.ts";
import type { Directive } from "./middleware/content-security-policy.ts";
import { plainPage } from "./page.ts";
import type { Services } from "./services.ts";
import { isNavigation } from "./session/navigation.ts";
import type { SessionService } from "./session/sessions.ts";

export interface PortalParts {
  readonly config: Config;
  readonly services: Services;
  readonly sessions: Pick<SessionService, "sessionOf">;
}

export type LoadContext = Readonly<ReturnType<typeof loadContext>>;

/** What every loader and action gets from the server. */
export function loadContext({ config, services, sessions }: PortalParts, res: ExpressResponse) {
  const { req } = res;
  const { log, policy, requestId, traceparent, files, facts, factsAt, tooMany = false } = res.locals;
  const disconnection = new AbortController();
  res.once("close", () => disconnection.abort(DISCONNECTED));
  const session = sessions.sessionOf(req);
  const state = new RequestState();
  res.locals.state = state;
  return {
    session,
    config,
    services,
    log,
    state,
    requestId,
    nonce: policy.nonce,
    /** Identifies the request in a distributed trace. We send it with every upstream call. */
    traceparent,
    /** The caller's address, after the configured number of trusted proxies. */
    clientIp: res.locals.clientIp,
    cookies: parseCookies(req.get("cookie") ?? "") as Readonly<Record<string, string>>,
    signal: disconnection.signal,
    /** The browser sent a form, even if a loader now shows the answer. */
    isPost: req.method === "POST",
    /** Someone opened this page; false if an open page reloads its own data. */
    navigation: isNavigation(req),
    /** The request is over the rate limit, so the application answers 429. Retry-After is already set. */
    tooMany,
    /** The uploaded files, to be read one after the other; undefined if the form has none. */
    files,
    /** Whether forms on this page can upload files. */
    acceptsFiles: facts?.acceptsFiles === true,
    /** Whether all the optional parts that the page at this address needs are configured. */
    offersPage: (address: string) =>
      // The quick check comes first, because a menu asks for each of its entries, and most providers don't leave anything out.
      config.absent.length === 0 || isOffered(config, factsAt(address)),
    plainPage,
    /** Reads the answer only as fast as the browser does, and cancels it if the browser disconnects. */
    withBackpressure: (answer: Response) => withBackpressure(answer, res, disconnection.signal),
    /** Adds an origin to this response's CSP directive, e.g. the identity provider to `form-action`. */
    allowOrigin(directive: Directive, origin: string) {
      policy.allow(directive, origin);
      // Other sites' scripts and images seldom allow embedding (CORP), so browsers load them without cookies instead.
      if (directive !== "form-action") res.setHeader("Cross-Origin-Embedder-Policy", "credentialless");
      res.setHeader("Content-Security-Policy", policy.toString());
    },
    audit: (entry: AuditEntry & { readonly audit: "write" | "session-end" | "secret" }) =>
      writeAudit({ log, req, services }, session, entry),
    /** Starts background work once the response has ended or the browser has disconnected. */
    afterResponse: (name: string, work: () => Promise<unknown>) =>
      services.inBackground(name, () => closed(res).then(work)),
  };
}

/** One for all requests, since each would take a stack trace. */
const DISCONNECTED = new DOMException("The browser has disconnected", "AbortError");

function closed(res: ExpressResponse): Promise<void> {
  return new Promise((resolve) => (res.closed ? resolve() : res.once("close", resolve)));
}

/** Adds backpressure and a time limit, because the adapter writes without waiting for the browser. */
function withBackpressure(answer: Response, res: ExpressResponse, signal: AbortSignal): Response {
  if (!answer.body) return answer;
  let writable = Promise.resolve();
  let onWritable = () => {};
  let stallTimer: NodeJS.Timeout | undefined;
  const write = res.write.bind(res) as (...args: unknown[]) => boolean;
  res.write = (...args: unknown[]) => {
    const hasRoom = write(...args);
    if (hasRoom) return true;
    writable = new Promise((resolve) => (onWritable = resolve));
    stallTimer ??= setTimeout(() => res.destroy(), timeouts.stalledMs);
    return false;
  };
  const resume = () => {
    clearTimeout(stallTimer);
    stallTimer = undefined;
    onWritable();
  };
  for (const event of ["drain", "close"]) res.on(event, resume);
  const pace = new TransformStream<Uint8Array, Uint8Array>({
    async transform(part, controller) {
      await writable;
      controller.enqueue(part);
    },
  });
  return new Response(answer.body.pipeThrough(pace, { signal }), answer);
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

declare module "@remix-run/server-runtime" {
  // oxlint-disable-next-line typescript/no-empty-object-type -- Remix's way to type the load context
  interface AppLoadContext extends LoadContext {}

  /** Types of loader data follow single fetch (remix.config.js): dates stay dates, `data()` is unwrapped. */
  interface Future {
    v3_singleFetch: true;
  }
}
