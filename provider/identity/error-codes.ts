/**
 * Errors of Azure AD B2C as they reach the redirect URI, by the digits after 'AADB2C'.
 * The texts are for logs and support; a portal shows its own wording.
 */
const texts: Readonly<Record<string, string>> = {
  "90035": "The service is temporarily unavailable. Please retry after a few minutes.",
  "90046":
    "We are having trouble loading your current state. You might want to try starting your session over.",
  "90048": "An unhandled exception has occurred on the server.",
  "90052": "Invalid username or password.",
  "90053": "A user with the specified credential could not be found.",
  "90054": "Invalid username or password.",
  "90077": "User does not have an existing session and request prompt parameter has a value of 'none'.",
  "90080": "The provided grant has expired. Please re-authenticate and try again.",
  "90085": "The service has encountered an internal error. Please reauthenticate and try again.",
  "90091": "The user has cancelled entering self-asserted information.",
  "90111": "Your account has been locked. Contact your support person to unlock it, then try again.",
  "90114": "Your account is temporarily locked to prevent unauthorized use. Try again later.",
  "90118": "The user has forgotten their password.",
  "90129": "The provided grant has been revoked. Please reauthenticate and try again.",
  "90151": "The number of allowed retries has been exceeded. Please try again later.",
  "90157": "The number of allowed retries has been exceeded. Please try again later.",
  "90225": "The username or password provided in the request are invalid.",
  "90244": "There are too many requests at this moment. Please wait for some time and try again.",
  "90289": "We encountered an error while connecting to the identity provider. Please try again later.",
};

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
