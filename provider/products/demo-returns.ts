import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { millisecondsInDay } from "date-fns/constants";
import { accounts } from "#provider/data/accounts.ts";
import { clientIds } from "#provider/data/people.ts";
import { createRandom, type Random } from "#provider/data/random.ts";
import { insert } from "#provider/store/store.ts";
import demo from "./demo-returns.json" with { type: "json" };
import { fileCases, ordinaryFiles, type StoredFiles } from "./stored-files.ts";

/** The statuses of returns. */
export const returnStatuses = ["Open", "Pending", "Closed"] as const;

type Columns = Readonly<Record<string, SQLInputValue>>;
interface RareReturn {
  readonly changes: Columns;
  readonly files?: StoredFiles;
}
interface ReturnsFile {
  readonly products: readonly (readonly [code: string, description: string])[];
  readonly reasons: readonly (readonly [reason: string, notes: string])[];
  readonly counts: Readonly<Record<string, number>>;
  readonly files: readonly string[];
  readonly rare: readonly Columns[];
}
const { products, reasons, counts, files, rare } = demo as unknown as ReturnsFile;
const RARE_SEED = 79;

const rareReturns: readonly RareReturn[] = [
  ...rare.map((changes) => ({ changes })),
  ...Object.entries(fileCases).map(([text, files]) => ({ changes: { product_description: text }, files })),
];

/** Adds each account's returns, and Harbour & Pine Ltd's rare ones. Those from the last 150 days may still be open. */
export function fillReturns(db: DatabaseSync, now: Date): void {
  const today = Math.floor(now.getTime() / millisecondsInDay) * millisecondsInDay;
  for (const { clientId } of accounts) {
    // A factor, so that these random numbers differ from core-migration.ts's.
    const random = createRandom(Number(clientId) * 13);
    const count = counts[clientId] ?? 0;
    for (let index = 0; index < count; index += 1) {
      const daysAgo = (count - index) * 11;
      const status = daysAgo > 150 ? "Closed" : random.pick(returnStatuses);
      insert(db, "returns", {
        ...makeReturn(db, clientId, random),
        // Account 1001's numbers begin at 51001, account 1002's at 52001.
        rma: (Number(clientId) - 950) * 1000 + 1 + index,
        status,
        // An open return hasn't arrived yet.
        received_at: status === "Open" ? null : today - daysAgo * millisecondsInDay,
        files: JSON.stringify(ordinaryFiles(index, files)),
      });
    }
  }
  const random = createRandom(RARE_SEED);
  for (const [index, { changes, files: rareFiles }] of rareReturns.entries()) {
    insert(db, "returns", {
      ...makeReturn(db, clientIds.harbourPine, random),
      rma: 59_001 + index,
      status: "Pending",
      received_at: today - 3 * millisecondsInDay,
      files: JSON.stringify(rareFiles ?? ordinaryFiles(1, files)),
      ...changes,
    });
  }
}

function makeReturn(db: DatabaseSync, clientId: string, random: Random) {
  const ids = (column: string, table: string, condition = "true") =>
    db
      .prepare(
        `SELECT ${column} AS id FROM ${table} WHERE ${condition} AND client_id = ? ORDER BY id LIMIT 20`,
      )
      .all(clientId)
      .map(({ id }) => Number(id));
  const [productCode, productDescription] = random.pick(products);
  const [reason, notes] = random.pick(reasons);
  return {
    client_id: clientId,
    address_id: random.pick(ids("address_id", "addresses")),
    contact_id: random.pick(ids("contact_id", "contacts", "is_employee = 0")),
    record_type: random.pick(["Return", "Exchange", "Warranty repair"]),
    product_code: productCode,
    product_description: productDescription,
    quantity: random.between(1, 6),
    invoice_number: String(random.pick(ids("invoice_number", "invoices", "total_pence > 0"))),
    reason,
    notes,
  };
}
