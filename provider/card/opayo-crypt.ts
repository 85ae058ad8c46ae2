import { createCipheriv, createDecipheriv } from "node:crypto";

/**
 * Opayo Form's `Crypt` field (v3.00, v4.00): AES-128-CBC with PKCS#7 padding, the 16-character password as both key and
 * IV, in upper-case hex after an `@`.
 */
export function encryptFields(fields: Readonly<Record<string, string>>, password: string): string {
  const text = Object.entries(fields)
    .map(([name, value]) => `${name}=${withoutSeparators(value)}`)
    .join("&");
  const cipher = createCipheriv("aes-128-cbc", password, password);
  const bytes = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return `@${bytes.toString("hex").toUpperCase()}`;
}

/** A crypt's fields; undefined if it's incomplete or was made with another password. */
export function decryptFields(
  crypt: string,
  password: string,
): Readonly<Record<string, string | undefined>> | undefined {
  // An at sign and whole blocks of 16 bytes, in hex.
  if (crypt.length % 32 !== 1 || !/^@[0-9a-f]+$/i.test(crypt)) return undefined;
  const hex = crypt.slice(1);
  try {
    const decipher = createDecipheriv("aes-128-cbc", password, password);
    const text = Buffer.concat([decipher.update(hex, "hex"), decipher.final()]).toString("utf8");
    return parseFields(text);
  } catch {
    return undefined;
  }
}

/** Parses decrypted text; undefined unless each part is `name=value`, because a wrong password may happen to give valid padding. */
function parseFields(text: string): Record<string, string> | undefined {
  const pairs = text.split("&").map((pair) => /^(\w+)=([^]*)$/.exec(pair));
  if (pairs.some((pair) => pair === null)) return undefined;
  return Object.fromEntries(pairs.map((pair) => [pair![1]!, pair![2]!]));
}

/** The format can't escape anything, so whatever would end a field becomes a space. */
function withoutSeparators(value: string): string {
  return value.replace(/[&\p{Cc}]/gu, " ");
}
