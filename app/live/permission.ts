export const permissionWarning =
  "Notifications from this site are blocked. Please enable notification permissions in your browser to hear from us while you're in another window.";

const warnedKey = "live-permission-warned";

export function notificationPermission(): NotificationPermission | undefined {
  return "Notification" in globalThis ? Notification.permission : undefined;
}

/** Warns once per tab, or each time if storage is blocked. */
export function warnOncePerTab(warn: (text: string) => void): void {
  try {
    if (sessionStorage.getItem(warnedKey) !== null) return;
    sessionStorage.setItem(warnedKey, "1");
  } catch {}
  warn(permissionWarning);
}
