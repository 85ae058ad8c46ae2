import { data } from "@remix-run/node";
import type { LoadContext } from "#server/load-context.ts";
import {
  isPortalApiError,
  TOO_BUSY,
  type FailureKind,
  type PortalApiError,
} from "#shared/portal-api/errors.ts";
import { perhapsSavedText, sessionStoreDown, unavailableHeading } from "#shared/store-down.ts";
import type { ObjectInOtherAccount } from "./switch-and-open.tsx";

/** {@link thrownPage} throws it with its status, and the nearest ErrorBoundary shows it. */
export interface ErrorPage {
  readonly heading: string;
  readonly message: string;
  readonly subMessages?: readonly string[];
  /** The request id, which the help desk can search the log for. */
  readonly reference?: string;
  /** 'form' leads back to the form that was sent, whose input has been kept as a draft. */
  readonly action: "retry" | "form" | "dashboard" | "logout";
  /** The page's object, if it's in another of the person's accounts. */
  readonly inOtherAccount?: ObjectInOtherAccount;
  /** The help desk, if the page's own advice doesn't help. */
  readonly helpDesk?: { readonly phone: string; readonly email: string };
  /** What was typed into a form whose object is gone, by field label. */
  readonly typed?: readonly (readonly [string, string])[];
  /** The label for the link to the dashboard. Default: 'Go to the dashboard'. */
  readonly dashboardLabel?: string;
}

/** The 409 page for a form from an account that's no longer the current one. */
export interface OtherAccountError {
  readonly kind: "other-account";
  readonly heading: "You've switched accounts";
  /** Account names. `intended` and `intendedId` are empty if the person can't use that account. */
  readonly current: string;
  readonly intended: string;
  readonly intendedId: string;
  readonly action: string;
  readonly fields: readonly (readonly [string, string])[];
}

/** The 409 page for a form that someone else opened in this browser. Doesn't show what they typed. */
export interface OtherPersonError {
  readonly kind: "other-person";
  readonly heading: "Someone else is signed in now";
  /** The full name of the person who's signed in. */
  readonly current: string;
  readonly action: string;
}

export type AnyErrorPage = ErrorPage | OtherAccountError | OtherPersonError;

type Mapping = Partial<ErrorPage> & Pick<ErrorPage, "heading"> & { readonly status: number };

const nothingLostText = "Nothing you saved was lost. Please try again in a moment.";
const typedKeptText =
  "We'll keep what you typed for a while. Go back to the form to check it and send it again.";
const NOT_SAVED = "It may have been removed. What you typed wasn't saved:";
const wentWrongHeading = "Something went wrong";

const notFound = {
  status: 404,
  heading: "Page Not Found",
  message: "We couldn't find what you requested.",
  action: "dashboard",
} as const;

const MAPPINGS: Readonly<Record<FailureKind, Mapping>> = {
  network: {
    status: 503,
    heading: unavailableHeading,
    subMessages: ["We couldn't reach a system the portal relies on.", nothingLostText],
  },
  timeout: {
    status: 504,
    heading: unavailableHeading,
    subMessages: ["The service behind the portal took too long to respond.", nothingLostText],
  },
  failed: { status: 502, heading: wentWrongHeading, subMessages: [nothingLostText] },
  malformed: {
    status: 502,
    heading: wentWrongHeading,
    subMessages: ["The service behind the portal returned something we couldn't use.", nothingLostText],
  },
  rejected: { status: 400, heading: "We couldn't accept that" },
  conflict: {
    status: 409,
    heading: "Someone else changed this first",
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
    subMessages: ["Please ask your account's administrator if you need this."],
    action: "dashboard",
  },
  notFound,
  busy: {
    status: 503,
    heading: unavailableHeading,
    message: TOO_BUSY,
    subMessages: ["Nothing you saved was lost."],
  },
};

/** Logs what a loader or action threw and returns its error page. Returns redirects and error pages unchanged. */
export function toErrorPage(thrown: unknown, context: LoadContext): unknown {
  const { log, requestId, signal, state, isPost } = context;
  if (thrown instanceof Response || isThrownPage(thrown) || signal.aborted) return thrown;
  if (isPortalApiError(thrown)) {
    const isRenewalDown = thrown.kind === "unauthorised" && state.isRenewalUnavailable;
    const mapping: Mapping = isRenewalDown ? sessionStoreDown(isPost) : MAPPINGS[thrown.kind];
    const { status, message = thrown.message, ...page } = mapping;
    const level = status >= 500 ? "error" : status === 403 ? "warn" : "info";
    log[level](errorLogFields(thrown), "portal API call failed");
    const reference = status >= 500 ? { reference: requestId } : {};
    const helpDesk = status === 403 ? { helpDesk: helpDeskOf(context) } : {};
    return failurePage(
      status,
      { ...page, message: thrown.serverText ?? message, ...reference, ...helpDesk },
      context,
    );
  }
  if (thrown instanceof Error && thrown.name === "SessionStoreUnavailable") {
    log.error({ err: thrown }, "session store unavailable");
    return thrownPage(503, { ...sessionStoreDown(isPost), reference: requestId });
  }
  log.error({ err: thrown }, "loader or action failed");
  const page = { heading: wentWrongHeading, message: `${wentWrongHeading}.`, subMessages: [nothingLostText] };
  return failurePage(500, { ...page, reference: requestId }, context);
}

/** Logs why a list couldn't be loaded, and returns what its page says. Undefined for errors with a page of their own. */
export function toListFailure(thrown: unknown, context: LoadContext) {
  const { log, requestId, signal } = context;
  if (!isPortalApiError(thrown) || signal.aborted) return undefined;
  const { status, message = thrown.message } = MAPPINGS[thrown.kind];
  if (status < 500) return undefined;
  log.error(errorLogFields(thrown), "portal API call failed");
  return { status, message: thrown.serverText ?? message, reference: requestId };
}

/** A failed call's status, and its text if it has no page of its own. */
export function shortFailure({ kind, message }: Pick<PortalApiError, "kind" | "message">) {
  const { status, message: text = message } = MAPPINGS[kind];
  return { status, text };
}

function failurePage(
  status: number,
  page: Partial<ErrorPage> & Pick<ErrorPage, "heading" | "message">,
  context: LoadContext,
): unknown {
  const { state, isPost } = context;
  const { action = "retry" } = page;
  const subMessages = (page.subMessages ?? []).map((text) =>
    isPost && text === nothingLostText ? perhapsSavedText : text,
  );
  const typed = state.typedForNothing;
  if (status === 404 && typed.length > 0)
    return thrownPage(status, { ...page, subMessages: [...subMessages, NOT_SAVED], action, typed });
  if (!state.draftKept || status === 404) return thrownPage(status, { ...page, subMessages, action });
  const otherMessages = subMessages.filter((text) => text !== nothingLostText);
  return thrownPage(status, { ...page, subMessages: [...otherMessages, typedKeptText], action: "form" });
}

/** An error's log fields. For a failed call, leaves out anything that could contain personal data. */
export function errorLogFields(error: unknown) {
  if (!isPortalApiError(error)) return { err: error };
  return { call: error.call, kind: error.kind, status: error.status, cause: error.causeCode };
}

const helpDeskOf = ({ config }: Pick<LoadContext, "config">) => ({
  phone: config.helpDeskPhone,
  email: config.helpDeskEmail,
});

export function accessDenied(context: LoadContext): unknown {
  return thrownPage(403, {
    helpDesk: helpDeskOf(context),
    heading: "Additional Permissions Required",
    message:
      "Sorry, but your sign in does not have access to that section. Please contact your account manager for further assistance.",
    action: "dashboard",
  });
}

export function notOffered({ brandName, helpDeskEmail }: LoadContext["config"]): unknown {
  return thrownPage(404, {
    heading: "Not available here",
    message: `${brandName} doesn't offer this in the portal.`,
    subMessages: [`If you need it, please email ${helpDeskEmail}.`],
    action: "dashboard",
  });
}

export function tooManyRequests(context: LoadContext): unknown {
  const message = "You've tried this too many times, so nothing was changed. Please try again later.";
  return failurePage(429, { heading: "Please wait a moment", message }, context);
}

/** The same page for something that doesn't exist and for something in someone else's account. */
export function pageNotFound(): unknown {
  const { status, ...page } = notFound;
  return thrownPage(status, page);
}

/** The page for an object in another of the person's accounts. It offers to switch to that account or to stay. */
export function otherAccountPage(object: ObjectInOtherAccount, current: string): unknown {
  return thrownPage(404, {
    heading: `${object.name} is in another of your accounts, ${object.account.name}`,
    message: `You're currently using the account ${current}.`,
    action: "dashboard",
    inOtherAccount: object,
    dashboardLabel: `Stay with ${current}`,
  });
}

export function thrownPage(status: number, page: AnyErrorPage): unknown {
  return data(page, { status });
}

/** Turns a thrown error page into HTML, for routes without a component. */
export function toPlainPage(thrown: unknown, { plainPage }: LoadContext): unknown {
  if (!isThrownPage(thrown) || typeof thrown.data !== "object" || !("message" in thrown.data)) return thrown;
  const { heading, message, subMessages = [], reference } = thrown.data as ErrorPage;
  const paragraphs = [message, ...subMessages].filter((text) => text !== "");
  const html = plainPage({ heading, paragraphs, reference });
  const status = thrown.init?.status ?? 500;
  const headers = retryAfter(status, new Headers({ "Content-Type": "text/html; charset=utf-8" }));
  return new Response(html, { status, headers });
}

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
