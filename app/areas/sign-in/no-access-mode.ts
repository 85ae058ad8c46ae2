import type { NoAccessMode } from "#server/identity/identity-service.ts";

const messages: Readonly<Record<NoAccessMode, string>> = {
  hasNoRoles:
    "We could not find any associated account information relevant to the email address you have logged in with.",
  pendingValidation: "Your account has not been validated.",
  lockedOut: "Your account has been locked out.",
  generic:
    "Sorry, but your sign in does not have access to that section. Please contact your account manager for further assistance.",
};

/** Reads a mode from an address or a cookie; anything unknown counts as hasNoRoles. */
export function toNoAccessMode(text: string | null | undefined): NoAccessMode {
  return text && Object.hasOwn(messages, text) ? (text as NoAccessMode) : "hasNoRoles";
}

const NOTIFIED = "Your administrator has been notified. If you need help, please contact";

/** The text before the email address. */
const contactTexts: Readonly<Record<NoAccessMode, string>> = {
  hasNoRoles: "To ask for access, please contact",
  pendingValidation: NOTIFIED,
  lockedOut: NOTIFIED,
  generic: "You can reach your account manager at",
};

/** The texts of /no-access. */
export function noAccessTexts(mode: NoAccessMode) {
  return {
    title: mode === "generic" ? "Additional Permissions Required" : "Request Access",
    message: messages[mode],
    contactText: contactTexts[mode],
  };
}
