import { data } from "@remix-run/node";
import { isPortalApiError, type FailureKind, type PortalApiError } from "#app/portal-api/errors.ts";
import type { LoadContext } from "#server/load-context.ts";

/** What an error page shows; thrown with its status, caught by the nearest ErrorBoundary. */
export interface ErrorPage {
  readonly heading: string;
  readonly message: string;
  readonly subMessages: readonly string[];
  /** The request id: a person can read it on the phone and the log can find it. */
  readonly reference?: string;
  /** 'form': back to the form that was sent from this address; what was typed is there. */
  readonly action: "retry" | "form" | "dashboard" | "logout";
}

/** The 409 page: a form was sent for an account that is no longer the current one. */
export interface OtherAccount {
  readonly kind: "other-account";
  readonly heading: "You have switched accounts";
  /** Names of the accounts; `intended` and its id are empty when it is none of the person's. */
  readonly current: string;
  readonly intended: string;
  readonly intendedId: string;
  /** Where the form was sent to, and what was typed. */
  readonly action: string;
  readonly fields: readonly (readonly [string, string])[];
}

type Level = "info" | "warn" | "error";

interface Mapping {
  readonly status: number;
  readonly level: Level;
  readonly heading: string;
  /** Undefined: the call's own message of the error catalogue. */
  readonly message?: string;
  readonly subMessages: readonly string[];
  readonly action: ErrorPage["action"];
}

const nothingLost = "Nothing you saved was lost. Please try again in a moment.";
const typedKept = "What you typed is kept for a while. Go back to the form to check it and send it again.";
const unavailable = {
  heading: "The portal is temporarily unavailable",
  level: "error",
  action: "retry",
} as const;

/** In the words of server/middleware/set-up-error-pages.ts, which answers where no session could be read. */
const storeAway = {
  heading: unavailable.heading,
  message: "We can't reach a part that keeps you signed in. You are still signed in and nothing was lost.",
  subMessages: ["Please try again in a few seconds."],
  action: "retry",
} as const;

/** One kind of failure, one page (spec 1 §8). */
const MAPPINGS: Readonly<Record<FailureKind, Mapping>> = {
  network: {
    ...unavailable,
    status: 503,
    subMessages: ["We could not reach the service behind the portal.", nothingLost],
  },
  timeout: {
    ...unavailable,
    status: 504,
    subMessages: ["The service behind the portal took too long to answer.", nothingLost],
  },
  failed: {
    status: 502,
    level: "error",
    heading: "Something went wrong",
    subMessages: [nothingLost],
    action: "retry",
  },
  malformed: {
    status: 502,
    level: "error",
    heading: "Something went wrong",
    subMessages: ["The service behind the portal gave an answer we could not use.", nothingLost],
    action: "retry",
  },
  rejected: {
    status: 400,
    level: "info",
    heading: "That was not accepted",
    subMessages: [],
    action: "retry",
  },
  conflict: {
    status: 409,
    level: "info",
    heading: "Somebody else was here first",
    subMessages: [
      "Please reload the page to get the latest changes, or open the page in a new tab and copy your edits over.",
    ],
    action: "retry",
  },
  unauthorised: {
    status: 401,
    level: "info",
    heading: "Please sign in again",
    message: "Unauthorized user.",
    subMessages: [],
    action: "logout",
  },
  forbidden: {
    status: 403,
    level: "warn",
    heading: "Additional Permissions Required",
    message: "Requested action is forbidden.",
    subMessages: ["Please ask your account's administrator if you need it."],
    action: "dashboard",
  },
  notFound: {
    status: 404,
    level: "info",
    heading: "Page Not Found",
    message: "We couldn't find what you requested.",
    subMessages: [],
    action: "dashboard",
  },
};

/**
 * The one mapper from what a loader or action threw to what the browser gets: redirects and pages as they are,
 * a failed call as its page, anything else as a 500. Logs each at its level, with the reference.
 */
export function toErrorPage(thrown: unknown, context: LoadContext): unknown {
  const { log, requestId, signal } = context;
  if (thrown instanceof Response || isThrownPage(thrown) || signal.aborted) return thrown;
  if (isPortalApiError(thrown)) {
    log[MAPPINGS[thrown.kind].level](describe(thrown), "portal API call failed");
    return apiErrorPage(thrown, context);
  }
  if (thrown instanceof Error && thrown.name === "SessionStoreUnavailable") {
    log.error({ err: thrown }, "session store unavailable");
    return thrownPage(503, { ...storeAway, reference: requestId });
  }
  log.error({ err: thrown }, "loader or action failed");
  const heading = "Something went wrong";
  const page = { heading, message: "Something went wrong.", reference: requestId };
  return thrownPage(500, { ...page, ...nextStep(context, { subMessages: [nothingLost], action: "retry" }) });
}

/** What is said of the work, and where to go on: after a form whose fields were kept, back to it. */
function nextStep({ state }: LoadContext, usual: Pick<ErrorPage, "subMessages" | "action">) {
  if (!state.draftKept) return usual;
  const subMessages = [...usual.subMessages.filter((text) => text !== nothingLost), typedKept];
  return { subMessages, action: "form" as const };
}

/** What the log may know of a failed call. */
export function describe(error: PortalApiError) {
  return { call: error.call, kind: error.kind, status: error.status, cause: error.causeCode };
}

function apiErrorPage(error: PortalApiError, context: LoadContext) {
  const { status, heading, message, subMessages, action } = MAPPINGS[error.kind];
  return thrownPage(status, {
    heading,
    message: error.serverText ?? message ?? error.message,
    ...nextStep(context, { subMessages, action }),
    ...(status >= 500 ? { reference: context.requestId } : {}),
  });
}

/** The access-denied page (spec 1 §8, Access messages). */
export function accessDenied(): unknown {
  return thrownPage(403, {
    heading: "Additional Permissions Required",
    message:
      "Sorry, but your sign in does not have access to that section. Please contact your account manager for further assistance.",
    subMessages: [],
    action: "dashboard",
  });
}

/** Page Not Found, for what does not exist and for what is not yours alike. */
export function pageNotFound(): unknown {
  const { heading, message = "", subMessages, action } = MAPPINGS.notFound;
  return thrownPage(404, { heading, message, subMessages, action });
}

/** A page to throw from a loader or action. */
export function thrownPage(status: number, page: ErrorPage | OtherAccount): unknown {
  return data(page, { status });
}

/** The same page as a response that the server has drawn, for a route without a component. */
export function toPlainPage(thrown: unknown, { plainPage }: LoadContext): unknown {
  if (!isThrownPage(thrown) || typeof thrown.data !== "object" || !("message" in thrown.data)) return thrown;
  const { heading, message, subMessages, reference } = thrown.data as ErrorPage;
  const paragraphs = [message, ...subMessages].filter((text) => text !== "");
  const html = plainPage({ heading, paragraphs, ...(reference ? { reference } : {}) });
  const status = thrown.init?.status ?? 500;
  const headers = retryAfter(status, new Headers({ "Content-Type": "text/html; charset=utf-8" }));
  return new Response(html, { status, headers });
}

/** Says when to try again where the service is away for a moment. */
export function retryAfter(status: number, headers: Headers): Headers {
  if (status === 503 || status === 504) headers.set("Retry-After", "5");
  return headers;
}

interface ThrownPage {
  readonly data: object;
  readonly init: { readonly status?: number } | null;
}

function isThrownPage(thrown: unknown): thrown is ThrownPage {
  return (
    typeof thrown === "object" &&
    thrown !== null &&
    "type" in thrown &&
    thrown.type === "DataWithResponseInit"
  );
}
