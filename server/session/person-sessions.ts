import { personKeyOf } from "#shared/person.ts";
import type { SignedInUser, TextSet } from "./portal-session.ts";
import type { Records } from "./records.ts";
import type { SessionRecord, SessionStore } from "./session-store.ts";
import { LONGEST_SESSION_HOURS } from "./session-variables.ts";

export type PersonSessions = ReturnType<typeof createPersonSessions>;

const HOUR_MS = 60 * 60 * 1000;
/** As long as we keep anything about a person. */
const YEAR_MS = 365 * 24 * HOUR_MS;

/** Each person's sessions on all instances. All methods can throw {@link SessionStoreUnavailable}. */
export function createPersonSessions(store: SessionStore, records: Records, maxHours: number) {
  const keysOf = (name: string) => records.textSet(`sessions of ${name}`, maxHours * HOUR_MS);

  async function find(name: string): Promise<(SessionRecord & { user: SignedInUser })[]> {
    const keys = await keysOf(name).members();
    const found = await Promise.all([...keys].map((key) => store.find(key)));
    return found.flatMap((record) => {
      const user = record?.fields.get("user");
      return record && user ? [Object.assign(record, { user })] : [];
    });
  }

  const personsName = (email: string) => `persons with ${emailName(email)}`;

  return {
    /** For display, newest first. Times are milliseconds since the epoch. */
    async list(user: SignedInUser) {
      const sessions = (await find(personKeyOf(user))).map(({ handle, fields, stored }) => ({
        /** Same as {@link PortalSession.handle}. */
        handle,
        // The previous build didn't store a start.
        startedAt: fields.get("startedAt") ?? (stored?.endsAt ?? 0) - maxHours * HOUR_MS,
        browser: fields.get("browser"),
        /** Accurate to the minute. */
        usedAt: store.usedAt(stored),
      }));
      return sessions.sort((a, b) => b.startedAt - a.startedAt);
    },
    /** Ends the sessions for which `isChosen` is true, and returns how many. */
    async end(person: Pick<SignedInUser, "issuer" | "id">, isChosen: (handle: string) => boolean) {
      const records = (await find(personKeyOf(person))).filter(({ handle }) => isChosen(handle));
      await Promise.all(records.map(({ key }) => store.end(key)));
      return records.length;
    },
    /** Ends the sessions of users with this email address for whom `isChosen` is true, and returns how many. */
    async endByEmail(email: string, isChosen: (user: SignedInUser) => boolean) {
      const records = (await find(emailName(email))).filter(({ user }) => isChosen(user));
      await Promise.all(records.map(({ key }) => store.end(key)));
      return records.length;
    },
    /** The keys of everyone who has signed in with this email address in the last year ({@link personKeyOf}). */
    async personsWith(email: string) {
      return ((await records.find(personsName(email))) ?? []) as readonly string[];
    },
    /** Forgets who has signed in with it. */
    async forget(email: string) {
      await records.change(personsName(email), (known) => known && null);
    },
    /** Adds a session, by its key, to the person's and the email address's. */
    async add(user: SignedInUser, key: string) {
      for (const name of [personKeyOf(user), emailName(user.email)]) await keysOf(name).add([key]);
      const person = personKeyOf(user);
      const addPerson = (known: readonly string[] = []) => [...known.filter((one) => one !== person), person];
      await records.change(personsName(user.email), addPerson, YEAR_MS);
    },
    /** The email addresses that a contact has had, kept for as long as a session that began with one can last. */
    addressesOf: (contact: string): Pick<TextSet, "add" | "members"> =>
      records.textSet(`e-mail addresses of ${contact}`, LONGEST_SESSION_HOURS * HOUR_MS),
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
  // Android also says Linux, and an iPhone says Mac OS.
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
