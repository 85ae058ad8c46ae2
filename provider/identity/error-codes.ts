import codes from "./error-codes.json" with { type: "json" };

/**
 * Azure AD B2C's error descriptions, by the digits after 'AADB2C'. They're for logs and support: a portal shows its own
 * wording.
 */
const texts: Readonly<Record<string, string>> = codes;

/** The person cancelled the sign-in. */
export const cancelled = "90091";
/** The person asked to reset the password. */
export const forgotPassword = "90118";
/** Too many wrong passwords. */
export const temporarilyLocked = "90114";

/** The result of a sign-in that sends the browser back with this error. */
export function errorResult(code: string): { error: "access_denied"; error_description: string } {
  const text = texts[code] ?? "The request could not be completed.";
  return { error: "access_denied", error_description: `AADB2C${code}: ${text}` };
}

/** For tests: the error code in an email address such as `error-<code>@demo.example`. */
export function requestedErrorCode(email: string): string | undefined {
  return /^error-(\d{4,6})@demo\.example$/i.exec(email)?.[1];
}
