import type { LoadContext } from "#server/load-context.ts";

export type Theme = "light" | "dark";
export type CookieChoice = "accepted" | "opted-out";

export const THEME_COOKIE = "theme";
export const COOKIE_CHOICE_COOKIE = "cookie-choice";
const YEAR_SECONDS = 31_536_000;

/** The theme that was chosen; undefined follows the device. */
export function themeOf({ cookies }: Pick<LoadContext, "cookies">): Theme | undefined {
  const value = cookies[THEME_COOKIE];
  return value === "light" || value === "dark" ? value : undefined;
}

/** The answer to the cookie dialog; undefined while undecided. */
export function cookieChoiceOf({ cookies }: Pick<LoadContext, "cookies">): CookieChoice | undefined {
  const value = cookies[COOKIE_CHOICE_COOKIE];
  return value === "accepted" || value === "opted-out" ? value : undefined;
}

/** Set-Cookie for a preference of this browser: kept a year, or removed when there is no value. */
export function preferenceCookie(name: string, value: string | undefined, secure: boolean): string {
  const life = value === undefined ? 0 : YEAR_SECONDS;
  return `${name}=${value ?? ""}; Path=/; Max-Age=${life}; SameSite=Lax; HttpOnly${secure ? "; Secure" : ""}`;
}
