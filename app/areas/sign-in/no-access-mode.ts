import type { NoAccessMode } from "#server/identity/claims.ts";

const NOTIFIED = "Your administrator has been notified. If you need help, please contact";

/** `contactText` is the text before the email address. */
const texts: Readonly<Record<NoAccessMode, { readonly message: string; readonly contactText: string }>> = {
  hasNoRoles: {
    message:
      "We could not find any associated account information relevant to the email address you have logged in with.",
    contactText: "To ask for access, please contact",
  },
  pendingValidation: { message: "Your account has not been validated.", contactText: NOTIFIED },
  lockedOut: { message: "Your account has been locked out.", contactText: NOTIFIED },
  generic: {
    message:
      "Sorry, but your sign in does not have access to that section. Please contact your account manager for further assistance.",
    contactText: "You can reach your account manager at",
  },
};

/** Reads a mode from an address or a cookie; anything unknown counts as hasNoRoles. */
export function toNoAccessMode(text: string | null | undefined): NoAccessMode {
  return text && Object.hasOwn(texts, text) ? (text as NoAccessMode) : "hasNoRoles";
}

/** The texts of /no-access. */
export const noAccessTexts = (mode: NoAccessMode) => ({
  title: mode === "generic" ? "Additional Permissions Required" : "Request Access",
  ...texts[mode],
});
