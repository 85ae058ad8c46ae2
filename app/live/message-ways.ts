import { liveKindOf, type MessageGroup } from "#shared/live-kinds.ts";

/** Ways of showing a live event; the first is the default. */
export const messageWays = ["browser", "toast", "silent"] as const;
export type MessageWay = (typeof messageWays)[number];

/** Reads the cookie `messages`, e.g. 'toast.silent.browser'. Missing parts get the default. */
export function readMessageWays(value = ""): Record<MessageGroup, MessageWay> {
  const parts = value.split(".");
  const wayAt = (index: number) => messageWays.find((way) => way === parts[index]) ?? "browser";
  return { "line-tests": wayAt(0), tickets: wayAt(1), others: wayAt(2) };
}

/** Looks up in the cookies how to show this kind of event. */
export function messageWayOf(cookies: string, kind: string | undefined): MessageWay {
  const value = /(?:^|; )(?:__Host-)?messages=([a-z.]+)/.exec(cookies)?.[1];
  return readMessageWays(value)[liveKindOf(kind).group];
}
