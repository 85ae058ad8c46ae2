const OFF_COOKIE = "single-keys=off";
const YEAR_S = 365 * 24 * 60 * 60;

/** Whether '/' and '?' alone are shortcuts. People who dictate say them by accident, so they can be turned off (WCAG 2.1.4). */
export const usesSingleKeys = () => !document.cookie.includes(OFF_COOKIE);

/** Turns them on or off in this browser: off is a cookie, for a year. */
export function setSingleKeys(isOn: boolean): void {
  document.cookie = `${OFF_COOKIE}; path=/; max-age=${isOn ? 0 : YEAR_S}; samesite=lax`;
}
