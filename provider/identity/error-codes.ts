import codes from "./error-codes.json" with { type: "json" };

/**
 * Errors of Azure AD B2C as they reach the redirect URI, by the digits after 'AADB2C'.
 * The texts are for logs and support; a portal shows its own wording.
 */
const texts: Readonly<Record<string, string>> = codes;

export const cancelled = "90091";
export const forgotPassword = "90118";
export const temporarilyLocked = "90114";

/** The interaction result that sends the browser back with this error. */
export function refusal(code: string): { error: "access_denied"; error_description: string } {
  const text = texts[code] ?? "The request could not be completed.";
  return { error: "access_denied", error_description: `AADB2C${code}: ${text}` };
}

/** The code asked for by typing `error-<code>@demo.example` as the e-mail address. */
export function errorAskedFor(email: string): string | undefined {
  return /^error-(\d{4,6})@demo\.example$/i.exec(email)?.[1];
}
