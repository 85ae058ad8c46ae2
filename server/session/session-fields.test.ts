import { describe, expect, it } from "vitest";
import { createKeyRing } from "./seal.ts";
import { SessionFields } from "./session-fields.ts";

const ring = createKeyRing(["one"]);
const acme = { clientId: "client-1", name: "Acme" };
const bolt = { clientId: "client-2", name: "Bolt" };
const sealed = (field: string, value: unknown, version = 1) =>
  ring.seal(value, { session: "key", field, version });

function fieldsWith(stored: Record<string, string> = {}) {
  const unreadable: string[] = [];
  const fields = new SessionFields("key", ring, (field) => void unreadable.push(field));
  return { fields: fields.load(new Map(Object.entries(stored))), unreadable };
}

describe("the fields of a session", () => {
  it("writes what changed and nothing else", () => {
    const { fields } = fieldsWith({ account: sealed("account", acme), savedUrl: sealed("savedUrl", "/a") });
    fields.set("savedUrl", undefined);
    fields.set("accounts", [acme]);
    const { set } = fields.pending();
    expect([...set.keys()]).toEqual(["savedUrl", "accounts"]);
    expect(set.get("savedUrl")).toBeUndefined();
  });

  it("doesn't count an equal value as a change", () => {
    const { fields } = fieldsWith({ account: sealed("account", acme) });
    fields.set("account", { ...acme });
    fields.set("savedUrl", undefined);
    expect(fields.hasChanges).toBe(false);
  });

  it("still has to write a field that has changed during a write", () => {
    const { fields } = fieldsWith();
    fields.set("account", acme);
    fields.set("savedUrl", "/a");
    const { written } = fields.pending();
    fields.set("account", bolt);
    written();
    const { set } = fields.pending();
    expect([...set.keys()]).toEqual(["account"]);
    expect(ring.open(set.get("account") ?? "", { session: "key", field: "account", version: 1 })).toEqual(
      bolt,
    );
  });

  it("still has to write everything after a failed write", () => {
    const { fields } = fieldsWith();
    fields.set("account", acme);
    fields.pending();
    expect([...fields.pending().set.keys()]).toEqual(["account"]);
  });

  it("treats a field of another version or another session as absent, and can replace it", () => {
    const { fields, unreadable } = fieldsWith({
      account: sealed("account", acme, 2),
      savedUrl: ring.seal("/a", { session: "other", field: "savedUrl", version: 1 }),
    });
    expect([fields.get("account"), fields.get("savedUrl"), fields.get("account")]).toEqual(
      Array(3).fill(undefined),
    );
    expect(unreadable).toEqual(["account", "savedUrl"]);
    fields.set("account", undefined);
    fields.set("savedUrl", "/b");
    expect([...fields.pending().set]).toEqual([
      ["account", undefined],
      ["savedUrl", expect.any(String)],
    ]);
  });

  it("leaves the fields of a newer build as they are", () => {
    const { fields, unreadable } = fieldsWith({ newField: "2.key.text" });
    fields.set("account", acme);
    expect([...fields.pending().set.keys()]).toEqual(["account"]);
    expect(unreadable).toEqual([]);
  });

  it("lists the names of messages in order, including those of this request", () => {
    const flash = { tone: "info", text: "…" } as const;
    const { fields } = fieldsWith({
      "flash:2": sealed("flash:2", flash),
      "flash:1": sealed("flash:1", flash),
    });
    fields.set("flash:3", flash);
    fields.set("flash:1", undefined);
    expect(fields.namesWithPrefix("flash:")).toEqual(["flash:2", "flash:3"]);
  });
});
