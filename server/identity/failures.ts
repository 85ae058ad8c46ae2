import { OAuth2RequestError } from "remix-auth-oauth2";
import type { SignInFailure } from "./identity-service.ts";

/** An error whose message can be logged. */
class SafeToLog extends Error {}

/** The identity provider didn't answer, or its answer was unreadable. */
export class IdentityProviderUnreachable extends SafeToLog {
  override readonly name = "IdentityProviderUnreachable";
  constructor(resource: string, cause: unknown) {
    super(`Couldn't get the identity provider's ${resource}: ${reasonOf(cause)}`);
  }
}

/** The token endpoint refused a code or a refresh token. `code` is the provider's own, e.g. AADB2C90080. */
export class ExchangeRefused extends SafeToLog {
  override readonly name = "ExchangeRefused";
  readonly error: string;
  readonly code: string | undefined;
  constructor(refusal: OAuth2RequestError) {
    const code = catalogueCode(refusal.description);
    super(`The token endpoint refused: ${safeCode(refusal.code)} ${code ?? ""}`.trim());
    this.error = safeCode(refusal.code);
    this.code = code;
  }
}

/** The identity token is invalid: its signature, issuer, audience, time, nonce or claims. */
export class IdentityTokenInvalid extends SafeToLog {
  override readonly name = "IdentityTokenInvalid";
}

/** An employee signed in at the customers' provider without CUSTOMER_ADMITS_EMPLOYEES. Only for the log. */
export class EmployeeNotAdmitted extends SafeToLog {
  override readonly name = "EmployeeNotAdmitted";
}

/** Another request is handling the same callback. */
export class CallbackAlreadyTaken extends SafeToLog {
  override readonly name = "CallbackAlreadyTaken";
}

/** The callback doesn't belong to a sign-in of this browser. */
export class ForeignCallback extends SafeToLog {
  override readonly name = "ForeignCallback";
}

/** The parts of an error that can be logged. */
export function describeFailure(error: unknown): { reason: string; detail: string } {
  if (error instanceof OAuth2RequestError) {
    const detail = [safeCode(error.code), catalogueCode(error.description)].filter(Boolean).join(" ");
    return { reason: "AuthorizationRefused", detail };
  }
  if (!(error instanceof Error)) return { reason: "unknown", detail: "" };
  return { reason: error.name, detail: error instanceof SafeToLog ? error.message : "" };
}

/** The error's code or name, which, unlike its message, never contains a token. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return "unknown";
  const inner = cause.cause as { code?: unknown } | undefined;
  return typeof inner?.code === "string" ? inner.code : cause.name;
}

/** An error code from outside, made safe to log and to show. */
function safeCode(code: string): string {
  return /^[A-Za-z_]{1,60}$/.test(code) ? code : "unrecognised";
}

/** Extracts e.g. `AADB2C90118` from `AADB2C90118: The user has forgotten their password. Correlation ID: …`. */
function catalogueCode(description: string | null): string | undefined {
  return /\bAAD(?:B2C|STS)\d{4,7}\b/.exec(description ?? "")?.[0];
}

const needsInteraction = new Set([
  "login_required",
  "interaction_required",
  "consent_required",
  "account_selection_required",
]);

/** AADSTS65004: the person declined to consent. */
const cancelCodes = new Set(["AADB2C90091", "AADSTS65004"]);

export interface FailureContext {
  readonly purpose: "sign-in" | "renewal";
  readonly passwordResetUrl: string | undefined;
}

/** Translates a handshake error for the sign-in pages. */
export function signInFailure(error: unknown, context: FailureContext): SignInFailure {
  if (error instanceof OAuth2RequestError) return authorizationFailure(error, context);
  if (error instanceof IdentityProviderUnreachable) return { reason: "unreachable" };
  if (error instanceof ExchangeRefused) {
    return error.code !== undefined || error.error !== "invalid_grant"
      ? { reason: "refused", code: error.code }
      : { reason: "invalid" };
  }
  return { reason: "invalid" };
}

function authorizationFailure(error: OAuth2RequestError, context: FailureContext): SignInFailure {
  const code = catalogueCode(error.description);
  if (code === "AADB2C90118" && context.passwordResetUrl !== undefined) {
    return { reason: "forgot-password", redirectTo: context.passwordResetUrl };
  }
  if (code !== undefined && cancelCodes.has(code)) return { reason: "cancelled" };
  if (context.purpose === "renewal" && (code === "AADB2C90077" || needsInteraction.has(error.code))) {
    return { reason: "interaction-required" };
  }
  if (code === undefined && error.code === "temporarily_unavailable") return { reason: "unreachable" };
  return { reason: "refused", code };
}
