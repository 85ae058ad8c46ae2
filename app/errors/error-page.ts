import { data } from "@remix-run/node";
import { isPortalApiError, TOO_BUSY, type FailureKind, type PortalApiError } from "#app/portal-api/errors.ts";
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
  readonly action: string;
  readonly fields: readonly (readonly [string, string])[];
}

interface Mapping {
  readonly status: number;
  readonly heading: string;
  readonly message?: string;
  readonly subMessages?: readonly string[];
  readonly action?: ErrorPage["action"];
}

const nothingLost = "Nothing you saved was lost. Please try again in a moment.";
const typedKept = "What you typed is kept for a while. Go back to the form to check it and send it again.";
const wentWrong = "Something went wrong";
const unavailable = "The portal is temporarily unavailable";

const notFound = {
  status: 404,
  heading: "Page Not Found",
  message: "We couldn't find what you requested.",
  action: "dashboard",
} as const;

/** In the words of server/middleware/set-up-error-pages.ts, which answers where no session could be read. */
const storeAway = {
  heading: unavailable,
  message: "We can't reach a part that keeps you signed in. You are still signed in and nothing was lost.",
  subMessages: ["Please try again in a few seconds."],
  action: "retry",
} as const;

/** The API refuses a token, and the identity provider can't be asked for another. */
const identityAway = { status: 503, ...storeAway } as const;

/** One kind of failure, one page (docs/domain.md, Messages and errors). */
const MAPPINGS: Readonly<Record<FailureKind, Mapping>> = {
  network: {
    status: 503,
    heading: unavailable,
    subMessages: ["We could not reach the service behind the portal.", nothingLost],
  },
  timeout: {
    status: 504,
    heading: unavailable,
    subMessages: ["The service behind the portal took too long to answer.", nothingLost],
  },
  failed: { status: 502, heading: wentWrong, subMessages: [nothingLost] },
  malformed: {
    status: 502,
    heading: wentWrong,
    subMessages: ["The service behind the portal gave an answer we could not use.", nothingLost],
  },
  rejected: { status: 400, heading: "That was not accepted" },
  conflict: {
    status: 409,
    heading: "Somebody else was here first",
    subMessages: [
      "Please reload the page to get the latest changes, or open the page in a new tab and copy your edits over.",
    ],
  },
  unauthorised: {
    status: 401,
    heading: "Please sign in again",
    message: "Unauthorized user.",
    action: "logout",
  },
  forbidden: {
    status: 403,
    heading: "Additional Permissions Required",
    message: "Requested action is forbidden.",
    subMessages: ["Please ask your account's administrator if you need it."],
    action: "dashboard",
  },
  notFound,
  busy: {
    status: 503,
    heading: unavailable,
    message: TOO_BUSY,
    subMessages: ["Nothing you saved was lost."],
  },
};

/** The page for what a loader or action threw, logged at its level; redirects and pages stay as they are. */
export function toErrorPage(thrown: unknown, context: LoadContext): unknown {
  const { log, requestId, signal, state } = context;
  if (thrown instanceof Response || isThrownPage(thrown) || signal.aborted) return thrown;
  if (isPortalApiError(thrown)) {
    const isAway = thrown.kind === "unauthorised" && state.isRenewalAway;
    const mapping: Mapping = isAway ? identityAway : MAPPINGS[thrown.kind];
    const { status, message = thrown.message, ...page } = mapping;
    const level = status >= 500 ? "error" : status === 403 ? "warn" : "info";
    log[level](describe(thrown), "portal API call failed");
    const reference = status >= 500 ? { reference: requestId } : {};
    return failurePage(status, { ...page, message: thrown.serverText ?? message, ...reference }, context);
  }
  if (thrown instanceof Error && thrown.name === "SessionStoreUnavailable") {
    log.error({ err: thrown }, "session store unavailable");
    return thrownPage(503, { ...storeAway, reference: requestId });
  }
  log.error({ err: thrown }, "loader or action failed");
  const page = { heading: wentWrong, message: `${wentWrong}.`, subMessages: [nothingLost] };
  return failurePage(500, { ...page, reference: requestId }, context);
}

/** After a form whose fields are kept the way leads back to it. */
function failurePage(
  status: number,
  page: Partial<ErrorPage> & Pick<ErrorPage, "heading" | "message">,
  { state }: LoadContext,
): unknown {
  const { subMessages = [], action = "retry" } = page;
  if (!state.draftKept) return thrownPage(status, { ...page, subMessages, action });
  const others = subMessages.filter((text) => text !== nothingLost);
  return thrownPage(status, { ...page, subMessages: [...others, typedKept], action: "form" });
}

/** What the log may know of a failed call. */
export function describe(error: PortalApiError) {
  return { call: error.call, kind: error.kind, status: error.status, cause: error.causeCode };
}

export function accessDenied(): unknown {
  return thrownPage(403, {
    heading: "Additional Permissions Required",
    message:
      "Sorry, but your sign in does not have access to that section. Please contact your account manager for further assistance.",
    subMessages: [],
    action: "dashboard",
  });
}

/** The page in place of one that belongs to a part which this provider leaves out. */
export function notOffered({ brandName, helpDeskEmail }: LoadContext["config"]): unknown {
  return thrownPage(404, {
    heading: "Not Offered Here",
    message: `${brandName} does not offer this in the portal.`,
    subMessages: [`If you need it, please write to ${helpDeskEmail}.`],
    action: "dashboard",
  });
}

/** The page for who asks more often than the limits allow (server/middleware/set-up-limits.ts). */
export function tooManyRequests(context: LoadContext): unknown {
  const message =
    "This was asked for more often than the portal answers within a minute, so nothing was done.";
  return failurePage(429, { heading: "Please wait a moment", message }, context);
}

/** Page Not Found, for what does not exist and for what is not yours alike. */
export function pageNotFound(): unknown {
  const { status, ...page } = notFound;
  return thrownPage(status, { ...page, subMessages: [] });
}

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

type ThrownPage = Readonly<{ data: object; init: { readonly status?: number } | null }>;

function isThrownPage(thrown: unknown): thrown is ThrownPage {
  return (
    typeof thrown === "object" &&
    thrown !== null &&
    "type" in thrown &&
    thrown.type === "DataWithResponseInit"
  );
}
