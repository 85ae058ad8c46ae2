import type { LoadContext } from "#server/load-context.ts";

export type Theme = "light" | "dark";
export type CookieChoice = "accepted" | "opted-out";

type PreferenceName = "theme" | "cookie-choice";
type Asked = Pick<LoadContext, "config" | "cookies">;

const YEAR_SECONDS = 31_536_000;

/** The theme that was chosen; undefined follows the device. */
export function themeOf({ config, cookies }: Asked): Theme | undefined {
  const value = cookies[cookieName("theme", config)];
  return value === "light" || value === "dark" ? value : undefined;
}

/** The answer to the cookie dialog; undefined while undecided. */
export function cookieChoiceOf({ config, cookies }: Asked): CookieChoice | undefined {
  const value = cookies[cookieName("cookie-choice", config)];
  return value === "accepted" || value === "opted-out" ? value : undefined;
}

/** Set-Cookie for a preference of this browser: kept a year, or removed when there is no value. */
export function preferenceCookie(
  name: PreferenceName,
  value: string | undefined,
  config: LoadContext["config"],
): string {
  const life = value === undefined ? 0 : YEAR_SECONDS;
  const secure = config.secure ? "; Secure" : "";
  return `${cookieName(name, config)}=${value ?? ""}; Path=/; Max-Age=${life}; SameSite=Lax; HttpOnly${secure}`;
}

/** Bound to this host on https, where browsers see to that. */
function cookieName(name: PreferenceName, { secure }: LoadContext["config"]): string {
  return secure ? `__Host-${name}` : name;
}
