import type { NoAccessMode } from "#server/identity/identity-service.ts";

interface Wording {
  readonly heading: string;
  readonly message: string;
  /** The administrator was told, and there is an address to write to. */
  readonly notified: boolean;
}

const REQUEST_ACCESS = "Request Access";

/** Headings and texts of spec 1 §2 (No-access screen) and §8 (Access messages). */
const wordings: Readonly<Record<NoAccessMode, Wording>> = {
  hasNoRoles: {
    heading: REQUEST_ACCESS,
    message:
      "We could not find any associated account information relevant to the email address you have logged in with.",
    notified: false,
  },
  pendingValidation: {
    heading: REQUEST_ACCESS,
    message: "Your account has not been validated.",
    notified: true,
  },
  lockedOut: {
    heading: REQUEST_ACCESS,
    message: "Your account has been locked out.",
    notified: true,
  },
  generic: {
    heading: "Additional Permissions Required",
    message:
      "Sorry, but your sign in does not have access to that section. Please contact your account manager for further assistance.",
    notified: false,
  },
};

/** A mode as an address or a cookie gives it; hasNoRoles for anything unknown (spec 1 §4). */
export function modeOf(text: string | null | undefined): NoAccessMode {
  return isMode(text) ? text : "hasNoRoles";
}

function isMode(text: string | null | undefined): text is NoAccessMode {
  return typeof text === "string" && Object.hasOwn(wordings, text);
}

/** What /no-access says in this mode (spec 1 §8, Access messages). */
export function wordingOf(mode: NoAccessMode): Wording {
  return wordings[mode];
}

/** The no-access flag of spec 1 §4: it outlives the session, and leads from /logout to /no-access. */
export const NO_ACCESS_COOKIE = "no-access";
const FLAG_SECONDS = 600;

/** `Set-Cookie` that records the flag and its mode, or removes it. */
export function noAccessCookie(mode: NoAccessMode | undefined, secure: boolean): string {
  const life = mode === undefined ? 0 : FLAG_SECONDS;
  return `${NO_ACCESS_COOKIE}=${mode ?? ""}; Path=/logout; Max-Age=${life}; SameSite=Lax; HttpOnly${secure ? "; Secure" : ""}`;
}
