export const permissionWarning =
  "Notifications from this site are blocked. Please enable notification permissions in your browser to hear from us while you're in another window.";

const warnedKey = "live-permission-warned";

export function notificationPermission(): NotificationPermission | undefined {
  return "Notification" in globalThis ? Notification.permission : undefined;
}

/** Returns true once per tab, or always if storage is blocked. */
export function shouldWarn(): boolean {
  try {
    if (sessionStorage.getItem(warnedKey) !== null) return false;
    sessionStorage.setItem(warnedKey, "1");
  } catch {}
  return true;
}
