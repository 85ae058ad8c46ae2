import { generateKeyPair, randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import type { JWK } from "jose";

/** The keys that sign a tenant's tokens and cookies. */
export interface TenantKeys {
  /** RS256, including the private part, with its `kid`. */
  readonly signing: JWK & { readonly kid: string };
  readonly cookies: readonly string[];
}

/** The tenant's keys, created once and stored, so that tokens are still valid after a restart. */
export async function loadKeys(store: DatabaseSync, tenant: string): Promise<TenantKeys> {
  store.exec("CREATE TABLE IF NOT EXISTS identity_keys (tenant TEXT PRIMARY KEY, keys TEXT NOT NULL)");
  const find = () => store.prepare("SELECT keys FROM identity_keys WHERE tenant = ?").get(tenant);
  const row = find() ?? (await makeKeys(store, tenant, find));
  return JSON.parse(String(row?.keys)) as TenantKeys;
}

/** By tenant, for tests, which open dozens of stores in one process, because finding primes takes longer than filling a store. */
const made = new Map<string, Promise<TenantKeys>>();

async function makeKeys<Row>(store: DatabaseSync, tenant: string, find: () => Row): Promise<Row> {
  const keys = made.get(tenant) ?? newKeys();
  made.set(tenant, keys);
  store
    .prepare("INSERT INTO identity_keys VALUES (?, ?) ON CONFLICT DO NOTHING")
    .run(tenant, JSON.stringify(await keys));
  return find();
}

async function newKeys(): Promise<TenantKeys> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
  return {
    signing: {
      ...privateKey.export({ format: "jwk" }),
      kid: randomBytes(9).toString("base64url"),
      alg: "RS256",
      use: "sig",
    },
    cookies: [randomBytes(32).toString("base64url")],
  };
}

/** A key's public part. */
export function publicKey({ kty, n, e, kid, alg, use }: JWK): JWK {
  return { kty, n, e, kid, alg, use };
}
