import { personKeyOf } from "#app/request/person.ts";
import type { SignedInUser } from "./portal-session.ts";
import type { SessionBackend } from "./session-backend.ts";
import { longLivedSet, type SessionSets } from "./session-sets.ts";
import { storeKey, type SessionRecord, type SessionStore } from "./session-store.ts";

/** One of a person's sessions, for display. Times are milliseconds since the epoch. */
interface ListedSession {
  /** As {@link PortalSession.handle}. */
  readonly handle: string;
  readonly startedAt: number;
  readonly browser: string | undefined;
  /** Accurate to the minute. */
  readonly usedAt: number;
}

/** The sessions of each person, on all instances. All methods throw {@link SessionStoreUnavailable}. */
export interface PersonSessions {
  /** Newest first. */
  list(user: SignedInUser): Promise<readonly ListedSession[]>;
  /** Ends the sessions for which `isChosen` is true, and returns their number. */
  end(user: SignedInUser, isChosen: (handle: string) => boolean): Promise<number>;
  /** Ends the sessions of the users with this e-mail address for whom `isChosen` is true. */
  endByEmail(email: string, isChosen: (user: SignedInUser) => boolean): Promise<void>;
  /** Adds a session, by its key, to those of the person and of the e-mail address. */
  add(user: SignedInUser, key: string): Promise<void>;
}

interface Parts {
  readonly store: SessionStore;
  readonly backend: SessionBackend;
  readonly sets: SessionSets;
  readonly now: () => number;
  readonly maxMs: number;
}

const SET_NAME = "sessions";

export function createPersonSessions({ maxMs, store, ...parts }: Parts): PersonSessions {
  const sessionKeysOf = (name: string) =>
    longLivedSet(parts, (span) => storeKey(`sessions of ${name} ${span}`), SET_NAME, maxMs);

  async function find(name: string): Promise<(SessionRecord & { user: SignedInUser })[]> {
    const keys = await sessionKeysOf(name).members();
    const records = await Promise.all([...keys].map((key) => store.find(key)));
    return records.flatMap((record) => {
      const user = record?.fields.get("user");
      return record && user ? [Object.assign(record, { user })] : [];
    });
  }

  return {
    async list(user) {
      const sessions = (await find(personKeyOf(user))).map(({ handle, fields, stored }) => ({
        handle,
        startedAt: (stored?.endsAt ?? 0) - maxMs,
        browser: fields.get("browser"),
        usedAt: store.usedAt(stored),
      }));
      return sessions.sort((a, b) => b.startedAt - a.startedAt);
    },
    async end(user, isChosen) {
      const records = (await find(personKeyOf(user))).filter(({ handle }) => isChosen(handle));
      await Promise.all(records.map(({ key }) => store.end(key)));
      return records.length;
    },
    async endByEmail(email, isChosen) {
      const records = (await find(emailName(email))).filter(({ user }) => isChosen(user));
      await Promise.all(records.map(({ key }) => store.end(key)));
    },
    async add(user, key) {
      for (const name of [personKeyOf(user), emailName(user.email)]) await sessionKeysOf(name).add(key);
    },
  };
}

function emailName(email: string): string {
  return `e-mail ${email.trim().toLowerCase()}`;
}

/** Browser and system, e.g. 'Chrome on Windows'; undefined if the browser is unknown. */
export function browserOf(userAgent = ""): string | undefined {
  const families = [
    [/\bEdg\w*\//, "Microsoft Edge"],
    [/\bOPR\//, "Opera"],
    [/\b(?:Firefox|FxiOS)\//, "Firefox"],
    [/\b(?:Chrome|CriOS|Chromium)\//, "Chrome"],
    [/\bSafari\//, "Safari"],
  ] as const;
  // Android names Linux, too, and an iPhone names Mac OS.
  const systems = [
    [/\biPhone\b/, "iPhone"],
    [/\biPad\b/, "iPad"],
    [/\bAndroid\b/, "Android"],
    [/\bWindows\b/, "Windows"],
    [/\bCrOS\b/, "ChromeOS"],
    [/\bMacintosh\b/, "macOS"],
    [/\bLinux\b/, "Linux"],
  ] as const;
  const nameIn = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = nameIn(families);
  const system = nameIn(systems);
  return browser && system ? `${browser} on ${system}` : browser;
}
