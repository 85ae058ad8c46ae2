import { z } from "zod";
import { callName, type Operation } from "./operation.ts";
import { ruleNames } from "./rule-names.ts";
import { shown, toCode } from "./shapes.ts";

export type FailureKind =
  | "network"
  | "timeout"
  | "rejected"
  | "conflict"
  | "unauthorised"
  | "forbidden"
  | "notFound"
  | "busy"
  | "failed"
  | "malformed";

const severities = { error: 0, warning: 1, info: 2, information: 2, success: 3 } as const;

/** Any other severity is an error. */
export const severity = z
  .unknown()
  .optional()
  .transform((value) => toCode(severities, value) ?? severities.error)
  .meta({ type: ["integer", "string"], "x-codes": severities, "x-shown": true });

/** A rule that the API says is broken; `property` is in PascalCase. */
export const brokenRule = z.object({
  property: shown.text(),
  ruleName: shown.word(ruleNames),
  description: shown.message(),
  severity,
});
export type BrokenRule = z.output<typeof brokenRule>;

export const rejection = z.object({ brokenRulesCollection: z.array(brokenRule) });

interface Details {
  readonly kind: FailureKind;
  readonly message: string;
  readonly call: string;
  readonly status?: number;
  readonly brokenRules?: readonly BrokenRule[];
  /** The API's text. Only shown for `rejected` and `conflict`, so only set for those. */
  readonly serverText?: string;
  readonly cause?: unknown;
}

/** A failed call to the portal API. It has no header, body or query, so it can be logged. */
export class PortalApiError extends Error {
  override readonly name = "PortalApiError";
  readonly kind: FailureKind;
  readonly call: string;
  readonly status: number | undefined;
  readonly brokenRules: readonly BrokenRule[];
  readonly serverText: string | undefined;
  readonly causeCode: string | undefined;

  constructor(details: Details) {
    super(details.message);
    this.kind = details.kind;
    this.call = details.call;
    this.status = details.status;
    this.brokenRules = details.brokenRules ?? [];
    this.serverText = details.serverText;
    this.causeCode = codeOf(details.cause);
  }
}

export function failedCall(
  operation: Pick<Operation, "method" | "path" | "failure">,
  details: Omit<Details, "message" | "call">,
): PortalApiError {
  return new PortalApiError({ ...details, message: operation.failure, call: callName(operation) });
}

/** A broken rule that the portal found itself, as an error like the API's. */
export function refusal(property: string, description: string): PortalApiError {
  const brokenRules = [{ property, ruleName: "", description, severity: 0 }];
  return new PortalApiError({ kind: "rejected", message: description, call: "", brokenRules });
}

/** Whether it's a PortalApiError. Doesn't use `instanceof`, because the bundle and the server each load their own copy of the class. */
export function isPortalApiError(error: unknown): error is PortalApiError {
  return error instanceof Error && error.name === "PortalApiError" && "kind" in error;
}

/** A page of a list. An API may refuse a page beyond its total, which then becomes undefined. */
export function pageUnlessBeyond<Page>(
  page: Promise<Page>,
  isBeyondTotal: boolean,
): Promise<Page | undefined> {
  return page.catch((error: unknown) => {
    const isRefused = isPortalApiError(error) && (error.kind === "rejected" || error.kind === "notFound");
    if (isBeyondTotal && isRefused) return undefined;
    throw error;
  });
}

export async function unlessNotFound<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isPortalApiError(error) && error.kind === "notFound") return undefined;
    throw error;
  }
}

export const TOO_BUSY = "The service is too busy right now. Please try again in a moment.";

const NEVER_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  // undici refuses to send it, e.g. because of an invalid character in a header.
  "UND_ERR_INVALID_ARG",
  "BREAKER_OPEN",
  "NO_PLACE",
]);

/** Kinds of failure after which the API definitely hasn't changed anything. */
export const REFUSALS: ReadonlySet<string> = new Set([
  "rejected",
  "conflict",
  "unauthorised",
  "forbidden",
  "notFound",
  "busy",
]);
const TOO_LARGE = 413;

/** Whether a gateway answered instead of the API, which may still be working on the call. */
export function isGatewayAnswer({ status = 0 }: Pick<PortalApiError, "status">): boolean {
  return [502, 503, 504].includes(status) || (status >= 520 && status <= 524);
}

/** Whether the failed call definitely didn't change anything in the API. */
export function hadNoEffect(error: unknown): boolean {
  if (!isPortalApiError(error)) return false;
  return (
    REFUSALS.has(error.kind) ||
    error.status === TOO_LARGE ||
    (error.kind === "network" && NEVER_SENT.has(error.causeCode ?? ""))
  );
}

/** A failure's code, such as ECONNRESET, or its name; undefined if it isn't an error. */
export function codeOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.name;
}
