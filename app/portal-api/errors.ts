import { z } from "zod";

/** Why a call failed. One kind, one page, one log level (request/error-page.ts). */
export type FailureKind =
  | "network"
  | "timeout"
  | "rejected"
  | "conflict"
  | "unauthorised"
  | "forbidden"
  | "notFound"
  | "failed"
  | "malformed";

/** A rule that the server found broken; `property` comes in PascalCase (architecture §5). */
export const brokenRule = z.object({
  property: z
    .string()
    .nullish()
    .transform((value) => value ?? ""),
  ruleName: z
    .string()
    .nullish()
    .transform((value) => value ?? ""),
  description: z
    .string()
    .nullish()
    .transform((value) => value ?? ""),
  severity: z.number().int().min(0).max(3).catch(0),
});
export type BrokenRule = z.output<typeof brokenRule>;

/** The body of a 400 that names broken rules. */
export const rejection = z.object({ brokenRulesCollection: z.array(brokenRule) });

interface Details {
  readonly kind: FailureKind;
  /** The catalogue's message for this call. */
  readonly message: string;
  /** `GET Client/MyAccounts`: which call, without parameters. */
  readonly call: string;
  readonly status?: number;
  readonly brokenRules?: readonly BrokenRule[];
  /** The server's own words to a person; only kept for `rejected` and `conflict`, where the spec shows them. */
  readonly serverText?: string;
  readonly cause?: unknown;
}

/**
 * A failed call of the portal API. Carries no header, body or query: it may be logged as it is (the cause is
 * reduced to its name and code).
 */
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

/** True for any copy of the class: the bundle and the server's source each load their own. */
export function isPortalApiError(error: unknown): error is PortalApiError {
  return error instanceof Error && error.name === "PortalApiError" && "kind" in error;
}

function codeOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.name;
}
