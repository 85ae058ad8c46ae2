import { personOf, type SignedInUser } from "./portal-session.ts";
import type { SessionBackend } from "./session-backend.ts";
import { lastingSet, type SessionSets } from "./session-sets.ts";
import { storeKey, type HeldSession, type SessionStore } from "./session-store.ts";

/** One place where a person is signed in. Times are milliseconds since the epoch. */
interface PlaceSignedIn {
  /** Names the session, as {@link PortalSession.handle} does. */
  readonly handle: string;
  readonly startedAt: number;
  /** `Firefox`; undefined where the browser does not say. */
  readonly browser: string | undefined;
  /** To the minute. */
  readonly usedAt: number;
}

/** The sessions of one person over all instances. All methods throw {@link SessionStoreUnavailable}. */
export interface PersonSessions {
  /** Newest first. */
  list(user: SignedInUser): Promise<readonly PlaceSignedIn[]>;
  /** Ends those that `wanted` picks; resolves with how many that were. */
  end(user: SignedInUser, wanted: (handle: string) => boolean): Promise<number>;
  /** Ends the sessions of everybody with this e-mail address whom `wanted` picks. */
  endByEmail(email: string, wanted: (user: SignedInUser) => boolean): Promise<void>;
  /** Notes a session by its key for the person and the e-mail address. */
  note(user: SignedInUser, key: string): Promise<void>;
}

interface Parts {
  readonly store: SessionStore;
  readonly backend: SessionBackend;
  readonly sets: SessionSets;
  readonly now: () => number;
  /** A session's longest life. */
  readonly maxMs: number;
}

const SET = "sessions";

/** A person's session keys are noted under the person and the e-mail address. */
export function createPersonSessions({ maxMs, store, ...parts }: Parts): PersonSessions {
  const keysOf = (name: string) =>
    lastingSet(parts, (span) => storeKey(`sessions of ${name} ${span}`), SET, maxMs);

  async function find(name: string): Promise<(HeldSession & { user: SignedInUser })[]> {
    const keys = await keysOf(name).members();
    const found = await Promise.all([...keys].map((key) => store.find(key)));
    return found.flatMap((held) => {
      const user = held?.fields.get("user");
      return held && user ? [Object.assign(held, { user })] : [];
    });
  }

  return {
    async list(user) {
      const places = (await find(personOf(user))).map(({ handle, fields, stored }) => ({
        handle,
        startedAt: (stored?.endsAt ?? 0) - maxMs,
        browser: fields.get("browser"),
        usedAt: store.usedAt(stored),
      }));
      return places.sort((a, b) => b.startedAt - a.startedAt);
    },
    async end(user, wanted) {
      const held = (await find(personOf(user))).filter(({ handle }) => wanted(handle));
      await Promise.all(held.map(({ key }) => store.end(key)));
      return held.length;
    },
    async endByEmail(email, wanted) {
      const held = (await find(byEmail(email))).filter(({ user }) => wanted(user));
      await Promise.all(held.map(({ key }) => store.end(key)));
    },
    async note(user, key) {
      for (const name of [personOf(user), byEmail(user.email)]) await keysOf(name).add(key);
    },
  };
}

function byEmail(email: string): string {
  return `e-mail ${email.trim().toLowerCase()}`;
}

/** The browser's name by its User-Agent. */
export function browserOf(userAgent: string | undefined): string | undefined {
  const families = [
    [/\bEdg\w*\//, "Microsoft Edge"],
    [/\bOPR\//, "Opera"],
    [/\b(?:Firefox|FxiOS)\//, "Firefox"],
    [/\b(?:Chrome|CriOS|Chromium)\//, "Chrome"],
    [/\bSafari\//, "Safari"],
  ] as const;
  return families.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
}
