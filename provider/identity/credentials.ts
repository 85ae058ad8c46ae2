import { createHash, randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { update } from "#provider/store/store.ts";

export type PasswordCheck = "right" | "wrong" | "locked";

/** How many wrong passwords in a row lock a login. */
export const attemptsBeforeLock = 5;
/** How long a lock lasts. */
export const lockMinutes = 5;
const resetMinutes = 30;
const unlocked = { failures: 0, locked_until: 0 };

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
/** scrypt's N, the work that hashing a password takes: about 50 ms. */
const defaultPasswordCost = 16_384;

/** Passwords, memorable words and reset links. Secrets are stored as scrypt hashes, links as SHA-256 hashes. */
export class Credentials {
  readonly #store: DatabaseSync;
  readonly #now: () => Date;
  readonly #cost: ScryptOptions;

  constructor(store: DatabaseSync, now: () => Date, passwordCost = defaultPasswordCost) {
    this.#store = store;
    this.#now = now;
    this.#cost = { N: passwordCost, r: 8, p: 1 };
    store.exec(`CREATE TABLE IF NOT EXISTS identity_credentials (
      account TEXT PRIMARY KEY, password TEXT NOT NULL, memorable_word TEXT,
      failures INTEGER NOT NULL DEFAULT 0, locked_until INTEGER NOT NULL DEFAULT 0)`);
    store.exec(`CREATE TABLE IF NOT EXISTS identity_resets (
      link TEXT PRIMARY KEY, account TEXT NOT NULL, expires_at INTEGER NOT NULL)`);
  }

  /** Sets this password for logins that don't have one yet. */
  async seed(loginIds: readonly string[], password: string): Promise<void> {
    const known = this.#store.prepare("SELECT 1 FROM identity_credentials WHERE account = ?");
    const missing = loginIds.filter((loginId) => !known.get(loginId));
    if (missing.length === 0) return;
    // They share one hash, because deriving one each would slow down the first start.
    const hashed = await hash(password, this.#cost);
    const insert = this.#store.prepare(
      "INSERT INTO identity_credentials (account, password) VALUES (?, ?) ON CONFLICT DO NOTHING",
    );
    for (const loginId of missing) insert.run(loginId, hashed);
  }

  /** Checks a password. The fifth wrong one in a row locks the login for a while. */
  async check(loginId: string, password: string): Promise<PasswordCheck> {
    const row = this.#store
      .prepare("SELECT password, locked_until FROM identity_credentials WHERE account = ?")
      .get(loginId);
    if (!row) return "wrong";
    if (Number(row.locked_until) > this.#now().getTime()) return "locked";
    if (await matches(password, String(row.password), this.#cost)) {
      this.#change(loginId, unlocked);
      return "right";
    }
    return this.#countFailure(loginId) ? "locked" : "wrong";
  }

  /** Takes as long as {@link check}, so that the response time doesn't reveal which logins exist. */
  async checkUnknownLogin(password: string): Promise<"wrong"> {
    await hash(password, this.#cost);
    return "wrong";
  }

  async setPassword(loginId: string, password: string): Promise<void> {
    this.#change(loginId, { ...unlocked, password: await hash(password, this.#cost) });
  }

  async setMemorableWord(loginId: string, word: string): Promise<void> {
    this.#change(loginId, { memorable_word: await hash(word.trim().toLowerCase(), this.#cost) });
  }

  /** Creates the secret for a link that can set a new password once, within half an hour. */
  beginReset(loginId: string): string {
    const link = randomBytes(24).toString("base64url");
    this.#store.prepare("DELETE FROM identity_resets WHERE expires_at < ?").run(this.#now().getTime());
    this.#store
      .prepare("INSERT INTO identity_resets VALUES (?, ?, ?)")
      .run(digest(link), loginId, this.#now().getTime() + resetMinutes * 60_000);
    return link;
  }

  /** The id of the login that the link resets; undefined if the link is unknown, used or too old. */
  loginOfReset(link: string): string | undefined {
    const row = this.#store
      .prepare("SELECT account FROM identity_resets WHERE link = ? AND expires_at >= ?")
      .get(digest(link), this.#now().getTime());
    return row ? String(row.account) : undefined;
  }

  endReset(link: string): void {
    this.#store.prepare("DELETE FROM identity_resets WHERE link = ?").run(digest(link));
  }

  #change(loginId: string, changes: Parameters<typeof update>[3]): void {
    update(this.#store, "identity_credentials", { account: loginId }, changes);
  }

  #countFailure(loginId: string): boolean {
    const lockedUntil = this.#now().getTime() + lockMinutes * 60_000;
    const row = this.#store
      .prepare(
        `UPDATE identity_credentials SET
           failures = CASE WHEN failures + 1 >= ? THEN 0 ELSE failures + 1 END,
           locked_until = CASE WHEN failures + 1 >= ? THEN ? ELSE 0 END
         WHERE account = ? RETURNING locked_until`,
      )
      .get(attemptsBeforeLock, attemptsBeforeLock, lockedUntil, loginId);
    return Number(row?.locked_until) > 0;
  }
}

async function hash(secret: string, cost: ScryptOptions): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(secret, salt, 32, cost);
  return `${salt.toString("base64url")}.${key.toString("base64url")}`;
}

async function matches(secret: string, hashed: string, cost: ScryptOptions): Promise<boolean> {
  const [salt = "", key = ""] = hashed.split(".");
  const expected = Buffer.from(key, "base64url");
  const actual = await derive(secret, Buffer.from(salt, "base64url"), 32, cost);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

const digest = (link: string) => createHash("sha256").update(link).digest("base64url");

/** The error message for a new password; undefined if it's acceptable. */
export function passwordFault(password: string, repeated: string): string | undefined {
  if (password.length < 8 || password.length > 64) return "Use between 8 and 64 characters.";
  const kindCount = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length;
  if (kindCount < 3) return "Use at least three of: lower case, upper case, a digit, a symbol.";
  if (password !== repeated) return "The passwords don't match.";
  return undefined;
}
