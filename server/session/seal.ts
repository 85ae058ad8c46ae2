import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from "node:crypto";
import { memoise } from "#shared/memoise.ts";

/** A sealed (encrypted and authenticated) value's place: it can't be opened with another context. */
interface SealContext {
  /** The session's or record's key in the store. */
  readonly session: string;
  readonly field: string;
  /** The version of the value's type. A build with a different version ignores the field. */
  readonly version: number;
}

export type KeyRing = ReturnType<typeof createKeyRing>;

/** Whether the previous build reads this field, so that it must be sealed with the ring's key. In the next release none are (former.ts). */
const isReadByFormer = ({ field }: SealContext) => !field.startsWith("list:");

interface Key {
  readonly id: string;
  readonly secret: KeyObject;
}

interface RingKey extends Key {
  /** A record's own key, so that no key seals more values than random IVs allow (NIST SP 800-38D, 8.3: 2^32). */
  readonly ofRecord: (session: string) => Key;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;
export const MARK_BYTES = 8;
const SALT = "demarc session";

function derive(secret: string | KeyObject, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, SALT, purpose, 32));
}

/**
 * Seals with the first key and opens with all of them, so that rotating keys doesn't sign anyone out.
 *
 * @param secrets from SESSION_SECRET, the sealing one first. Throws if there are none.
 */
export function createKeyRing(secrets: readonly string[]) {
  const keys = secrets.map((secret): RingKey => {
    const bytes = derive(secret, "seal fields");
    const id = createHash("sha256").update(bytes).digest("base64url").slice(0, 8);
    const key = createSecretKey(bytes);
    const ofRecord = (session: string) => ({
      id: `r${id}`,
      secret: createSecretKey(derive(key, `record ${session}`)),
    });
    return { id, secret: key, ofRecord: memoise(ofRecord) };
  });
  const [sealingKey] = keys;
  if (!sealingKey) throw new Error("No session secrets are configured.");
  return {
    /** Encrypts a value (JSON) into printable text. */
    seal: (value: unknown, context: SealContext) =>
      seal(isReadByFormer(context) ? sealingKey : sealingKey.ofRecord(context.session), value, context),
    /** The value; undefined if it was altered, has another context, or no key fits. */
    open: (sealed: string, context: SealContext) => open(keys, sealed, context),
    /** Short HMACs of a text, which identify it without revealing it: one per key, the sealing key's first. */
    marksOf: (text: string) =>
      secrets.map((secret) =>
        createHmac("sha256", derive(secret, "mark")).update(text).digest().subarray(0, MARK_BYTES),
      ),
    /** For signing the cookie. Derived, so that sealing and signing never share a key. */
    cookieSecrets: secrets.map((secret) => derive(secret, "sign cookie").toString("base64url")),
  };
}

function associatedData({ session, field, version }: SealContext): Buffer {
  return Buffer.from(JSON.stringify([session, field, version]));
}

function seal(key: Key, value: unknown, context: SealContext): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key.secret, iv).setAAD(associatedData(context));
  const ciphertext = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final()]);
  const payload = Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString("base64url");
  return `${context.version}.${key.id}.${payload}`;
}

function open(keys: readonly RingKey[], sealed: string, context: SealContext): unknown {
  const [version, keyId, payload] = sealed.split(".");
  const ringKey = keys.find(({ id }) => id === keyId || `r${id}` === keyId);
  const key = ringKey && ringKey.id !== keyId ? ringKey.ofRecord(context.session) : ringKey;
  if (!key || payload === undefined || version !== String(context.version)) return undefined;
  const bytes = Buffer.from(payload, "base64url");
  if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
  try {
    const decipher = createDecipheriv("aes-256-gcm", key.secret, bytes.subarray(0, IV_BYTES))
      .setAAD(associatedData(context))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    return JSON.parse(text.toString("utf8"));
  } catch {
    return undefined;
  }
}
