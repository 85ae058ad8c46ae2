const generalMessage = "Something went wrong during the login process. Please, try to log in later.";

const wrongPassword = "The username or password isn't right. Please check both and try again.";
const retryLimit = "There have been too many attempts. Please wait a few minutes and try again.";
const expired = "Your sign-in took too long. Please sign in again.";

/** By Azure AD B2C's error code without the AADB2C prefix. */
const messageByCode: Readonly<Record<string, string>> = {
  "90052": wrongPassword,
  "90054": wrongPassword,
  "90225": wrongPassword,
  "90048": "The sign-in service had an unexpected problem. Please try again in a few minutes.",
  "90053": "We couldn't find a user with these details. Please check them and try again.",
  "90035": "The sign-in service is temporarily unavailable. Please try again in a few minutes.",
  "90151": retryLimit,
  "90157": retryLimit,
  "90244": "The sign-in service is receiving too many requests. Please wait a few minutes and try again.",
  "90114":
    "Your account is temporarily locked. Please wait a while before you try again, or contact support.",
  "90111": "Your account is locked. Please contact support.",
  "90085": "The sign-in service had an internal problem. Please sign in again.",
  "90289": "We couldn't connect to the identity provider. Please try again later.",
  "90046": "We couldn't load the page you were on. Please close your browser and start again.",
  "90080": expired,
  "90129": "Your sign-in is no longer valid. Please sign in again.",
};

const messageByReason: Readonly<Record<string, string>> = {
  unreachable: "We can't reach the sign-in service at the moment. Please try again in a few minutes.",
  unauthorised: "Unauthorized user. Please sign in again.",
  renewal: "There was an error renewing your authentication token. Please sign in again.",
  expired,
};

/** The message for `?error=`; undefined if nothing went wrong. */
export function loginMessage(error: string | null): string | undefined {
  if (error === null) return undefined;
  if (Object.hasOwn(messageByReason, error)) return messageByReason[error];
  const code = /^(?:AADB2C)?(\d{5})$/.exec(error)?.[1] ?? "";
  return Object.hasOwn(messageByCode, code) ? messageByCode[code] : generalMessage;
}
