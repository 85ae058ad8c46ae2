import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { demoMigrations } from "#provider/seed.ts";
import { startTestProvider } from "#provider/test-provider.ts";
import { openStore, type Migration } from "./store.ts";

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const monday = new Date("2026-03-02T08:00:00Z");

describe("the provider's data", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "provider-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const newestTicket = (file: string, now: Date) => {
    const db = openStore(file, now, demoMigrations);
    const row = db.prepare("SELECT max(logged_at) AS at FROM tickets").get();
    db.close();
    return Number(row?.at);
  };

  test("changes and signed-out tokens survive a restart", async () => {
    const data = join(folder, "nested", "provider.sqlite");
    const first = await startTestProvider({ data });
    await first.as("Anna", "1001")("Notification/MarkAsArchived?id=1", { method: "PUT" });
    await first.as("Ben")("logout", { method: "POST" });
    await first.close();

    const second = await startTestProvider({ data });
    const reply = await second.as("Anna", "1001")("Notification/Details?id=1");
    await expect(reply.json()).resolves.toMatchObject({ status: 2 });
    expect((await second.as("Ben")("Client/MyAccounts")).status).toBe(401);
    await second.close();
  });

  test("a new migration is applied to an existing file, with contents as of that time", () => {
    const file = join(folder, "provider.sqlite");
    const original = newestTicket(file, monday);
    const later = new Date(monday.getTime() + WEEK_MS);
    const added: Migration = {
      schema: "CREATE TABLE later (later_id INTEGER PRIMARY KEY, issued_at INTEGER NOT NULL)",
      fill: (db, now) => void db.prepare("INSERT INTO later (issued_at) VALUES (?)").run(now.getTime()),
    };
    const issuedTimes = (now: Date) => {
      const db = openStore(file, now, [...demoMigrations, added]);
      const rows = db.prepare("SELECT issued_at AS at FROM later").all();
      db.close();
      return rows.map(({ at }) => at);
    };
    expect(issuedTimes(later)).toEqual([later.getTime()]);
    expect(issuedTimes(new Date(later.getTime() + WEEK_MS))).toEqual([later.getTime() + WEEK_MS]);
    expect(newestTicket(file, monday)).toBe(original + 2 * WEEK_MS);
  });
});
