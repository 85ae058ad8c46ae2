import { personKeyOf } from "#app/request/person.ts";
import type { SignedInUser } from "./portal-session.ts";
import { longLivedSet, type LongLivedSet, type LongLivedSetParts } from "./session-sets.ts";
import { storeKey, type SessionRecord, type SessionStore } from "./session-store.ts";
import { LONGEST_SESSION_HOURS } from "./session-variables.ts";

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
  /** The e-mail addresses that a contact has had, for as long as any session lasts that began with one. */
  addressesOf(contact: string): Pick<LongLivedSet, "add" | "members">;
}

interface Parts extends LongLivedSetParts {
  readonly store: SessionStore;
  readonly maxHours: number;
}

const HOUR_MS = 60 * 60 * 1000;
/** Builds until 26 November 2026 named a set by their SESSION_MAX_HOURS. Once no session of theirs is left, 24 and 168 are enough. */
const SPAN_HOURS = Array.from({ length: LONGEST_SESSION_HOURS }, (_, index) => index + 1);

export function createPersonSessions({ maxHours, store, ...parts }: Parts): PersonSessions {
  /** A set that lasts for `hours` at least, and is found whatever SESSION_MAX_HOURS is or was. */
  const lastingSet = (set: string, name: string, hours: number) => {
    const inSpansOf = (spanHours: number) =>
      longLivedSet(parts, (span) => storeKey(`${name} ${span}`), set, spanHours * HOUR_MS);
    return {
      async add(member: string) {
        // Also by this setting, as the builds until 26 November 2026 look for it.
        await Promise.all(
          [...new Set([hours, maxHours])].map((spanHours) => inSpansOf(spanHours).add(member)),
        );
      },
      async members() {
        const all = new Set<string>();
        // One at a time, or a few dozen people at once would fill the store's queue.
        for (const spanHours of SPAN_HOURS)
          for (const member of await inSpansOf(spanHours).members()) all.add(member);
        return all;
      },
    };
  };
  const sessionKeysOf = (name: string) =>
    lastingSet("sessions", `sessions of ${name}`, maxHours > 24 ? LONGEST_SESSION_HOURS : 24);

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
        // The build before stored no start.
        startedAt: fields.get("startedAt") ?? (stored?.endsAt ?? 0) - maxHours * HOUR_MS,
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
    addressesOf: (contact) =>
      lastingSet("members", `vault e-mail addresses of ${contact}`, LONGEST_SESSION_HOURS),
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
