import type { DatabaseSync } from "node:sqlite";
import type { Adapter } from "oidc-provider";

/** Expired records are kept a little longer, so that we can tell them from unknown ones. */
const graceSeconds = 60;
const yearSeconds = 365 * 24 * 60 * 60;
const epochSeconds = () => Math.floor(Date.now() / 1000);

/**
 * Creates oidc-provider adapters that keep a tenant's sessions, grants, codes and tokens in SQLite, so that a restart
 * doesn't sign anyone out.
 */
export function createAdapterFactory(store: DatabaseSync, tenant: string): (model: string) => Adapter {
  store.exec(`CREATE TABLE IF NOT EXISTS identity_artifacts (
    tenant TEXT NOT NULL, model TEXT NOT NULL, id TEXT NOT NULL, payload TEXT NOT NULL,
    grant_id TEXT, uid TEXT, expires_at INTEGER NOT NULL, PRIMARY KEY (tenant, model, id)) WITHOUT ROWID`);
  store.exec("CREATE INDEX IF NOT EXISTS identity_artifacts_grant ON identity_artifacts (tenant, grant_id)");
  store.exec("CREATE INDEX IF NOT EXISTS identity_artifacts_uid ON identity_artifacts (tenant, uid)");
  store.exec("CREATE INDEX IF NOT EXISTS identity_artifacts_expiry ON identity_artifacts (expires_at)");
  return (model) => adapterFor(store, tenant, model);
}

function adapterFor(store: DatabaseSync, tenant: string, model: string): Adapter {
  const tableAndKey = `identity_artifacts WHERE tenant = ? AND model = ?`;
  const select = (column: "id" | "uid", value: string) => {
    const row = store
      .prepare(`SELECT payload FROM ${tableAndKey} AND ${column} = ?`)
      .get(tenant, model, value);
    return row ? (JSON.parse(String(row.payload)) as Record<string, unknown>) : undefined;
  };
  const remove = (column: "id" | "grant_id", value: string) =>
    void store.prepare(`DELETE FROM ${tableAndKey} AND ${column} = ?`).run(tenant, model, value);
  return {
    async upsert(id, payload, expiresIn) {
      const [grantId, uid] = [textOrNull(payload.grantId), textOrNull(payload.uid)];
      const expiresAt = epochSeconds() + (expiresIn ?? yearSeconds);
      store.prepare("DELETE FROM identity_artifacts WHERE expires_at < ?").run(epochSeconds() - graceSeconds);
      store
        .prepare("INSERT OR REPLACE INTO identity_artifacts VALUES (?, ?, ?, ?, ?, ?, ?)")
        .run(tenant, model, id, JSON.stringify(payload), grantId, uid, expiresAt);
    },
    find: async (id) => select("id", id),
    findByUid: async (uid) => select("uid", uid),
    findByUserCode: async () => undefined,
    async consume(id) {
      const consumed = "SET payload = json_set(payload, '$.consumed', ?)";
      store
        .prepare(`UPDATE identity_artifacts ${consumed} WHERE tenant = ? AND model = ? AND id = ?`)
        .run(epochSeconds(), tenant, model, id);
    },
    destroy: async (id) => remove("id", id),
    revokeByGrantId: async (grantId) => remove("grant_id", grantId),
  };
}

const textOrNull = (value: unknown) => (typeof value === "string" ? value : null);
