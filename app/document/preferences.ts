import type { LoadContext } from "#server/load-context.ts";

const themes = ["light", "dark"] as const;
const cookieChoices = ["accepted", "opted-out"] as const;

type PreferenceName = "theme" | "cookie-choice" | "messages";
type PreferenceSource = Pick<LoadContext, "config" | "cookies">;

const YEAR_SECONDS = 31_536_000;

export const themeOf = (source: PreferenceSource) =>
  themes.find((theme) => theme === preferenceOf("theme", source));

export const cookieChoiceOf = (source: PreferenceSource) =>
  cookieChoices.find((choice) => choice === preferenceOf("cookie-choice", source));

/** The cookie's text. `app/live/message-ways.ts` reads that of 'messages'. */
export const preferenceOf = (name: PreferenceName, { config, cookies }: PreferenceSource) =>
  cookies[cookieName(name, config)];

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
