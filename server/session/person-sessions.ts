import { personKeyOf } from "#app/request/person.ts";
import type { SignedInUser } from "./portal-session.ts";
import type { SessionBackend } from "./session-backend.ts";
import { longLivedSet, type LongLivedSet, type SessionSets } from "./session-sets.ts";
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
  addressesOf(contact: string): OutlastingSet;
}

interface Parts {
  readonly store: SessionStore;
  readonly backend: SessionBackend;
  readonly sets: SessionSets;
  readonly now: () => number;
  readonly maxHours: number;
}

type OutlastingSet = Pick<LongLivedSet, "add" | "members">;

const HOUR_MS = 60 * 60 * 1000;
/** How many sessions are loaded at a time. */
const BATCH = 100;
const EVERY_SETTING = Array.from({ length: LONGEST_SESSION_HOURS }, (_, index) => index + 1);

export function createPersonSessions({ maxHours, store, ...parts }: Parts): PersonSessions {
  /**
   * A set that outlasts every session, whatever SESSION_MAX_HOURS is or was. Builds until 26 November 2026 named it by that
   * setting, so those of any setting are read, and this one's is written. Both can go once none of their sessions is left.
   */
  const outlasting = (set: string, keyOfSpan: (span: number) => string): OutlastingSet => {
    const setOf = (hours: number) => longLivedSet(parts, keyOfSpan, set, hours * HOUR_MS);
    return {
      async add(member) {
        await Promise.all([LONGEST_SESSION_HOURS, maxHours].map((hours) => setOf(hours).add(member)));
      },
      async members() {
        const sets = await Promise.all(EVERY_SETTING.map((hours) => setOf(hours).members()));
        return new Set(sets.flatMap((members) => [...members]));
      },
    };
  };
  const sessionKeysOf = (name: string) =>
    outlasting("sessions", (span) => storeKey(`sessions of ${name} ${span}`));

  async function find(name: string): Promise<(SessionRecord & { user: SignedInUser })[]> {
    const keys = [...(await sessionKeysOf(name).members())];
    const found: (SessionRecord & { user: SignedInUser })[] = [];
    for (let from = 0; from < keys.length; from += BATCH) {
      const records = await Promise.all(keys.slice(from, from + BATCH).map((key) => store.find(key)));
      for (const record of records) {
        const user = record?.fields.get("user");
        if (record && user) found.push(Object.assign(record, { user }));
      }
    }
    return found;
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
      const names = [personKeyOf(user), emailName(user.email)];
      await Promise.all(names.map((name) => sessionKeysOf(name).add(key)));
    },
    addressesOf: (contact) =>
      outlasting("members", (span) => storeKey(`vault e-mail addresses of ${contact} ${span}`)),
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
