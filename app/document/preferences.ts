import type { LoadContext } from "#server/load-context.ts";

export type Theme = "light" | "dark";
export type CookieChoice = "accepted" | "opted-out";

type PreferenceName = "theme" | "cookie-choice" | "messages";
type PreferenceSource = Pick<LoadContext, "config" | "cookies">;

const YEAR_SECONDS = 31_536_000;

export function themeOf({ config, cookies }: PreferenceSource): Theme | undefined {
  const value = cookies[cookieName("theme", config)];
  return value === "light" || value === "dark" ? value : undefined;
}

export function cookieChoiceOf({ config, cookies }: PreferenceSource): CookieChoice | undefined {
  const value = cookies[cookieName("cookie-choice", config)];
  return value === "accepted" || value === "opted-out" ? value : undefined;
}

/** The cookie's text, which `app/live/message-ways.ts` reads. */
export function messagePreferenceOf({ config, cookies }: PreferenceSource): string | undefined {
  return cookies[cookieName("messages", config)];
}

/** A Set-Cookie header, which keeps the value for a year, or removes the cookie if there's none. */
export function preferenceCookie(
  name: PreferenceName,
  value: string | undefined,
  config: LoadContext["config"],
): string {
  const maxAge = value === undefined ? 0 : YEAR_SECONDS;
  const secure = config.secure ? "; Secure" : "";
  // Not HttpOnly, because open pages read it when an event arrives.
  const httpOnly = name === "messages" ? "" : "; HttpOnly";
  return `${cookieName(name, config)}=${value ?? ""}; Path=/; Max-Age=${maxAge}; SameSite=Lax${httpOnly}${secure}`;
}

/** On https the prefix makes browsers reject the cookie from any other host. */
function cookieName(name: PreferenceName, { secure }: LoadContext["config"]): string {
  return secure ? `__Host-${name}` : name;
}
