import fc from "fast-check";
import { afterAll, expect, it, vi } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { pounds } from "../support/invoices.ts";
import { isLong } from "../support/long.ts";
import { readPdf } from "../support/pdf.ts";
import { cardText } from "../support/signed-in.ts";
import { messageOf, type Page } from "../support/visitor.ts";
import { world } from "../support/world.ts";

/** A fixed clock for the portal and the provider, which run in this process: a seed makes the same ledger every day. */
const NOW = Date.parse("2026-12-30T12:00:00Z");
vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
afterAll(() => void vi.useRealTimers());
startWithAnna({});

const DAY = 86_400_000;
const holidays = ["2026-12-25", "2026-12-28", "2027-01-01"];
const LIMIT = 10_000_000;
/** The first two have a direct debit, and the others don't. */
const numbers = ["HAR001", "HAR003", "HAR005", "HAR006"] as const;
const londonDay = (at: number) => new Date(at).toLocaleDateString("en-CA", { timeZone: "Europe/London" });
const shown = (pence: number) => pounds(pence).replace("-", "−");
const penceIn = (text: string) => Math.round(Number(text.replace("−", "-").replace(/[£,]/g, "")) * 100);
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, pence) => sum + pence, 0);

interface Entry {
  readonly number: number;
  readonly account: string;
  readonly status: number;
  readonly isPending: boolean;
  readonly issuedAt: number;
  readonly total: number;
  readonly outstanding: number;
}

/** Days ago, often at the end of a month, or where the month starts in London before it does in UTC. */
const day = fc.oneof(
  fc.integer({ min: 0, max: 130 }).map((days) => NOW - days * DAY),
  fc
    .record({
      months: fc.integer({ min: 0, max: 12 }),
      hours: fc.constantFrom(-25, -1, -0.25, 0, 0.25, 23.5),
    })
    .map(({ months, hours }) => Math.min(NOW, Date.UTC(2026, 11 - months, 1) + hours * 3_600_000)),
);
const ledger: fc.Arbitrary<Entry[]> = fc
  .array(
    fc.record({
      account: fc.constantFrom(...numbers),
      status: fc.constantFrom(0, 0, 0, 1, 2, 3),
      isPending: fc.constantFrom(false, false, false, true),
      issuedAt: day,
      total: fc.oneof(
        fc.integer({ min: -20_000, max: 90_000 }),
        fc.integer({ min: 3_000_000, max: 11_000_000 }),
      ),
      kept: fc.constantFrom(0, 1, 1, 0.37),
    }),
    { minLength: 1, maxLength: 30 },
  )
  .map((all) =>
    all.map(({ kept, ...entry }, index) => ({
      ...entry,
      number: 700_001 + index,
      outstanding: Math.round(entry.total * kept) + 0,
    })),
  );

function store(entries: readonly Entry[]): void {
  const { db } = world.provider;
  const breakdown = db.prepare("SELECT max(breakdown_id) AS id FROM breakdowns").get()?.["id"] ?? null;
  db.exec("DELETE FROM invoices WHERE client_id = '1001'");
  const insert = db.prepare(
    `INSERT INTO invoices (invoice_number, client_id, account_number, breakdown_id, status, total_pence,
       outstanding_pence, issued_at, pending_until_at) VALUES (?, '1001', ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const { number, account, status, total, outstanding, issuedAt, isPending } of entries)
    insert.run(
      number,
      account,
      breakdown,
      status,
      total,
      outstanding,
      issuedAt,
      isPending ? NOW + DAY : null,
    );
}

/** Doesn't use the portal's own code. */
function tenthWorkingDay(issuedAt: number): string {
  let noon = Date.parse(`${londonDay(issuedAt)}T12:00:00Z`);
  for (let left = 10; left > 0;) {
    noon += DAY;
    const isWeekend = [0, 6].includes(new Date(noon).getUTCDay());
    if (!isWeekend && !holidays.includes(londonDay(noon))) left -= 1;
  }
  return londonDay(noon);
}

/** How the ledger says that an entry is paid, worked out without the portal's own code. */
function groupOf({ outstanding, account, status, isPending, issuedAt }: Entry): string {
  const hasMandate = numbers.indexOf(account as (typeof numbers)[number]) < 2;
  if (outstanding === 0) return "paid";
  if (outstanding < 0) return "credit";
  if (isPending) return "Payment processing";
  if (hasMandate && status === 0 && londonDay(NOW) <= tenthWorkingDay(issuedAt))
    return "Collected by Direct Debit";
  if (status === 1 || status === 3) return "Disputed or on hold";
  return outstanding > LIMIT ? "Over the card limit" : "due";
}

const termsOf = ({ $ }: Page, region: string) =>
  new Map(
    $(`section[aria-label='${region}'] dl > div`)
      .map((_, pair) => [[$(pair).find("dt").text(), $(pair).find("dd").text()] as [string, string]])
      .get(),
  );

/** Compares a statement with its ledger: on the page, in the CSV and in the PDF. */
async function checkStatement(entries: readonly Entry[], account: string, from: string, to: string) {
  const query = `from=${from}&to=${to}&account=${account}`;
  const page = await anna.get(`/invoices/statement?${query}`);
  const all = entries.filter((entry) => account === "" || entry.account === account);
  const part = (isIn: (day: string) => boolean) => all.filter(({ issuedAt }) => isIn(londonDay(issuedAt)));
  const these = part((day) => day >= from && day <= to);
  const outstanding = (some: readonly Entry[]) => shown(sumOf(some.map((entry) => entry.outstanding)));
  const expected = [
    outstanding(part((day) => day < from)),
    shown(sumOf(these.map(({ total }) => total))),
    outstanding(these),
    outstanding(part((day) => day > to)),
    outstanding(all),
  ];
  const sums = termsOf(page, "Sums");
  expect([...sums.values()]).toEqual(expected);
  const ages = page
    .$("caption:contains('by age of invoice') ~ tbody td[data-label=Outstanding]")
    .map((_, cell) => penceIn(page.$(cell).text()));
  expect(shown(sumOf(ages.get()))).toBe(expected[4]);
  const lines = (await anna.get(`/invoices/statement/export.csv?${query}`)).text.trim().split("\r\n");
  const rows = lines.slice(1, these.length + 1).map((line) => penceIn(line.split(",").at(-1) ?? ""));
  expect(shown(sumOf(rows))).toBe(expected[2]);
  const figures = lines.slice(these.length + 1).map((line) => penceIn(/-?\d+\.\d\d/.exec(line)?.[0] ?? ""));
  expect(figures.map(shown)).toEqual(expected);
  const file = await fetch(new URL(`/invoices/statement/export.pdf?${query}`, world.portal.url), {
    headers: { cookie: `session=${anna.cookie("session")}` },
  });
  const { text } = await readPdf(new Uint8Array(await file.arrayBuffer()));
  for (const [term, amount] of sums) expect(text).toContain(`${term}: ${amount}`);
}

/** Compares the sums of the dashboard, Invoices and Make a Payment with the ledger. */
async function checkSummaries(entries: readonly Entry[]) {
  const groups = Map.groupBy(entries, groupOf);
  const total = (group: string) =>
    shown(sumOf((groups.get(group) ?? []).map(({ outstanding }) => outstanding)));
  const all = shown(sumOf(entries.map(({ outstanding }) => outstanding)));
  expect(termsOf(await anna.get("/invoices"), "Amount due").get("Outstanding")).toBe(all);
  const card = cardText(await anna.get("/dashboard"), "To pay");
  const others = [...groups.keys()].filter((group) => !["due", "paid", "credit"].includes(group));
  for (const group of others)
    expect(card).toMatch(new RegExp(`${group} ?${total(group)} · ${groups.get(group)?.length} `));
  const due = groups.get("due") ?? [];
  if (due.length > 0) expect(card).toContain(`${total("due")} ${due.length} invoice`);
  else expect(card).not.toMatch(/invoices? to pay/);
  return due;
}

/** Presses 'Pay now', and checks that what is ticked fits into one payment, oldest first, and what is due. */
async function checkPayNow(due: readonly Entry[]) {
  const fitting: Entry[] = [];
  for (const entry of [...due].sort((a, b) => a.issuedAt - b.issuedAt || b.number - a.number))
    if (sumOf(fitting.map(({ outstanding }) => outstanding)) + entry.outstanding <= LIMIT)
      fitting.push(entry);
  const pressed = await anna.post("/invoices/make-a-payment", { account: "1001", next: "due" });
  expect(pressed.status).toBe(303);
  const page = await anna.follow(pressed);
  if (fitting.length === 0) return expect(messageOf(page)).toMatch(/No invoices selected|nothing to select/);
  expect(cardText(page, "To Pay")).toContain(shown(sumOf(fitting.map(({ outstanding }) => outstanding))));
  const isAll = fitting.length === due.length;
  expect(/up to 200 invoices, and up to £100,000.00, in one go/.test(messageOf(page))).toBe(!isAll);
  await anna.post("/invoices/make-a-payment", { account: "1001", next: "none" });
}

it("sums add up to the penny for any ledger, account number and period", async () => {
  const { db } = world.provider;
  const withMandate = db
    .prepare("SELECT number FROM sage_accounts WHERE link_id IN (SELECT link_id FROM direct_debits)")
    .all()
    .map(({ number }) => String(number));
  expect(numbers.map((number) => withMandate.includes(number))).toEqual([true, true, false, false]);
  await fc.assert(
    fc.asyncProperty(
      ledger,
      fc.constantFrom("", ...numbers),
      day,
      day,
      async (entries, account, one, other) => {
        store(entries);
        const [from = "", to = ""] = [londonDay(one), londonDay(other)].sort();
        await checkStatement(entries, account, from, to);
        await checkPayNow(await checkSummaries(entries));
      },
    ),
    { numRuns: isLong ? 60 : 10, endOnFailure: true },
  );
});
