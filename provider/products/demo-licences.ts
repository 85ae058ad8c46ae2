import type { DatabaseSync } from "node:sqlite";
import { millisecondsInDay } from "date-fns/constants";
import { accounts } from "#provider/data/accounts.ts";
import { clientIds } from "#provider/data/people.ts";
import { createRandom, type Random } from "#provider/data/random.ts";
import { insert } from "#provider/store/store.ts";
import { fileCases, ordinaryFiles, type StoredFiles } from "./stored-files.ts";

const LETTERS = [..."ABCDEFGHJKLMNPQRSTUVWXYZ23456789"];

/** Vendor, what is licensed, and the host it runs on (none for a service). */
const products = [
  ["Microsoft", "Microsoft 365 Business Premium, 25 users", ""],
  ["Microsoft", "Windows Server 2025 Standard, 16 cores", "HV-01"],
  ["Microsoft", "SQL Server 2022 Standard, 10 CALs", "SQL-01"],
  ["Adobe", "Creative Cloud for teams, 4 seats", ""],
  ["Sophos", "Intercept X Advanced, 60 devices", ""],
  ["Fortinet", "FortiGate 60F UTP bundle", "FW-EDGE"],
  ["Veeam", "Backup Essentials, 10 workloads", "BKP-01"],
  ["3CX", "Phone System Professional, 32 calls", "PBX-01"],
  ["Autodesk", "AutoCAD LT, 2 seats", ""],
  ["Sage", "Sage 200 Professional, 8 users", "SAGE-01"],
  ["Datto", "SIRIS 5, 4 TB cloud retention", "SIRIS-01"],
  ["ESET", "PROTECT Entry, 40 seats", ""],
] as const;

/** Days from today to the expiry, around every limit that a portal may draw; null never expires. */
const expiries = [
  -700,
  -365,
  -120,
  -31,
  -30,
  -8,
  -7,
  -2,
  -1,
  0,
  1,
  2,
  6,
  7,
  8,
  14,
  28,
  29,
  30,
  31,
  45,
  59,
  60,
  61,
  75,
  88,
  89,
  90,
  91,
  92,
  120,
  180,
  270,
  364,
  365,
  366,
  540,
  730,
  1095,
  null,
  null,
  null,
  null,
] as const;

const counts: Readonly<Record<string, number>> = {
  [clientIds.harbourPine]: expiries.length,
  [clientIds.harbourPineRetail]: 7,
  [clientIds.brightwater]: 12,
  [clientIds.northgate]: 5,
};

const files = ["Licence certificate.pdf", "Terms of use.pdf", "Set-up guide.pdf"];

interface RareLicence {
  readonly notes: string;
  readonly changes?: Readonly<Record<string, string | null>>;
  readonly files?: StoredFiles;
}

const longKeys = Array.from({ length: 40 }, (_, index) => keycode(createRandom(index + 1)));

const rareLicences: readonly RareLicence[] = [
  { notes: "No password", changes: { password: null, user_id: null } },
  { notes: "No keycodes", changes: { keycodes: null } },
  { notes: "Forty keycodes", changes: { keycodes: longKeys.join("\r\n") } },
  {
    notes: `Hostile <script>document.title="owned"</script><img src=x onerror="document.title='owned'">notes`,
    changes: { password: `<b>"p&ss'</b>`, keycodes: `<script>document.title="owned"</script>` },
  },
  { notes: `=HYPERLINK("https://evil.example","Renew")`, changes: { vendor: "+Vendor" } },
  {
    notes: "",
    changes: {
      vendor: "Nothing else",
      details: null,
      hostname: null,
      renewal_invoice: null,
      changed_by: null,
    },
  },
  ...Object.entries(fileCases).map(([notes, files]) => ({ notes, files })),
];

/** Adds each account's licences, and the rare ones of Harbour & Pine Ltd. */
export function fillLicences(db: DatabaseSync, now: Date): void {
  const today = Math.floor(now.getTime() / millisecondsInDay) * millisecondsInDay;
  for (const { clientId, emailDomain } of accounts) {
    const random = createRandom(Number(clientId) * 11);
    // Account 1001 counts from 31001, account 1002 from 32001.
    const first = (Number(clientId) - 970) * 1000 + 1;
    for (let index = 0; index < (counts[clientId] ?? 0); index += 1) {
      const expiry = clientId === clientIds.harbourPine ? expiries[index]! : random.pick(expiries);
      insert(db, "licences", {
        ...ordinary(random, today, expiry, emailDomain),
        licence_id: first + index,
        client_id: clientId,
        files: JSON.stringify(ordinaryFiles(index, files)),
      });
    }
  }
  const random = createRandom(77);
  for (const [index, { notes, changes, files: own }] of rareLicences.entries()) {
    insert(db, "licences", {
      ...ordinary(random, today, 200, "harbourpine.example"),
      licence_id: 39_001 + index,
      client_id: clientIds.harbourPine,
      files: JSON.stringify(own ?? ordinaryFiles(1, files)),
      notes,
      ...changes,
    });
  }
}

function ordinary(random: Random, today: number, expiry: number | null, emailDomain: string) {
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

function letters(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.pick(LETTERS)).join("");
}

function keycode(random: Random): string {
  return Array.from({ length: 5 }, () => letters(random, 5)).join("-");
}

function password(random: Random): string {
  return `${letters(random, 4).toLowerCase()}-${letters(random, 6)}!${random.between(10, 99)}`;
}
