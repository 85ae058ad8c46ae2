import type { DatabaseSync } from "node:sqlite";
import { millisecondsInDay } from "date-fns/constants";
import { accounts } from "#provider/data/accounts.ts";
import { clientIds } from "#provider/data/people.ts";
import { createRandom, type Random } from "#provider/data/random.ts";
import { insert } from "#provider/store/store.ts";
import demo from "./demo-licences.json" with { type: "json" };
import { fileCases, ordinaryFiles, type StoredFiles } from "./stored-files.ts";

const RARE_SEED = 77;
/** Without I, O, 0 and 1, which are easily confused. */
const CODE_CHARACTERS = [..."ABCDEFGHJKLMNPQRSTUVWXYZ23456789"];

interface RareLicence {
  readonly notes: string;
  readonly changes?: Readonly<Record<string, string | null>>;
  readonly files?: StoredFiles;
}

interface LicencesFile {
  /** A service has an empty host. */
  readonly products: readonly (readonly [vendor: string, details: string, host: string])[];
  /** Days from today to the expiry, including those before, at and after 7, 30, 60, 90 and 365, any of which might count as 'expires soon'; null never expires. */
  readonly expiries: readonly (number | null)[];
  readonly counts: Readonly<Record<string, number>>;
  readonly files: readonly string[];
  readonly rare: readonly RareLicence[];
}
const { products, expiries, counts, files, rare } = demo as unknown as LicencesFile;

const rareLicences: readonly RareLicence[] = [
  ...rare,
  ...Object.entries(fileCases).map(([notes, files]) => ({ notes, files })),
];

/** Adds each account's licences, and Harbour & Pine Ltd's rare ones. */
export function fillLicences(db: DatabaseSync, now: Date): void {
  const today = Math.floor(now.getTime() / millisecondsInDay) * millisecondsInDay;
  for (const { clientId, emailDomain } of accounts) {
    // A factor, so that these random numbers differ from core-migration.ts's.
    const random = createRandom(Number(clientId) * 11);
    // Account 1001's ids begin at 31001, account 1002's at 32001.
    const firstId = (Number(clientId) - 970) * 1000 + 1;
    for (let index = 0; index < (counts[clientId] ?? 0); index += 1) {
      const expiry = clientId === clientIds.harbourPine ? expiries[index]! : random.pick(expiries);
      insert(db, "licences", {
        ...makeLicence(random, today, expiry, emailDomain),
        licence_id: firstId + index,
        client_id: clientId,
        files: JSON.stringify(ordinaryFiles(index, files)),
      });
    }
  }
  const random = createRandom(RARE_SEED);
  for (const [index, { notes, changes, files: rareFiles }] of rareLicences.entries()) {
    insert(db, "licences", {
      ...makeLicence(random, today, 200, "harbourpine.example"),
      licence_id: 39_001 + index,
      client_id: clientIds.harbourPine,
      files: JSON.stringify(rareFiles ?? ordinaryFiles(1, files)),
      notes,
      ...changes,
    });
  }
}

function makeLicence(random: Random, today: number, expiry: number | null, emailDomain: string) {
  const [vendor, details, hostname] = random.pick(products);
  const years = random.between(1, 3);
  const issuedAt = today + ((expiry ?? -random.between(100, 900)) - years * 365) * millisecondsInDay;
  return {
    vendor,
    details,
    hostname,
    issued_at: Math.min(issuedAt, today - millisecondsInDay),
    expires_at: expiry === null ? null : today + expiry * millisecondsInDay,
    changed_at: today - random.between(1, 90) * millisecondsInDay + random.between(8, 17) * 3_600_000,
    changed_by: random.pick(["Sam Whitlock", "Joanna Reeve", "Kerry Doyle"]),
    user_id: `${vendor.toLowerCase()}-admin@${emailDomain}`,
    password: password(random),
    keycodes: Array.from({ length: random.between(1, 4) }, () => keycode(random)).join("\r\n"),
    renewal_invoice: random.chance(0.6) ? String(random.between(410_001, 410_300)) : "",
    notes: `${random.pick(["Renewal", "New order", "Upgrade", "Co-termed"])}: ${details}`,
  };
}

function randomCharacters(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.pick(CODE_CHARACTERS)).join("");
}

function keycode(random: Random): string {
  return Array.from({ length: 5 }, () => randomCharacters(random, 5)).join("-");
}

function password(random: Random): string {
  return `${randomCharacters(random, 4).toLowerCase()}-${randomCharacters(random, 6)}!${random.between(10, 99)}`;
}
