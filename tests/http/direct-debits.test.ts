import { describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import {
  DirectDebitPages,
  goodNumbers,
  letterEvents,
  listPath,
  mandatesOf,
  setUpPath,
} from "../support/direct-debit-pages.ts";
import { messageOf, textOf, textsOf, type Page } from "../support/visitor.ts";
import { sql, world } from "../support/world.ts";

startWithAnna();

const accountsOn = (page: Page) => textsOf(page, "#direct-debits tbody tr > th");
const cellsOn = (page: Page, label: string) => textsOf(page, `#direct-debits [data-label="${label}"]`);
describe("the list", () => {
  it("shows bank account numbers masked, and a link to the letter if there is one", async () => {
    const page = await anna.get(listPath);
    expect(accountsOn(page)).toEqual(["HAR001", "HAR002", "HAR003"]);
    expect(cellsOn(page, "Bank Sort Code")).toEqual(["20-29-59", "08-99-99", "10-79-99"]);
    expect(cellsOn(page, "Bank Account Number")).toEqual(["****8472", "****4958", "****7491"]);
    expect(textsOf(page, "a[href$='/letter']")).toEqual([
      "Letter of Direct Debit for HAR001",
      "Letter of Direct Debit for HAR002",
    ]);
    expect(page.text).not.toMatch(/63748472|66374958|88837491/);
    expect(textOf(page)).toContain("5 working days' notice");
    expect(page.$("main a:contains('Add Direct Debit')").attr("href")).toBe(setUpPath);
  });

  it.each(["har002", "08-99", "66374958", "DALES"])(
    "finds %s in any of its six fields, whatever the case",
    async (words) => {
      const page = await anna.get(`${listPath}?search=${encodeURIComponent(words)}`);
      expect(accountsOn(page)).toEqual(["HAR002"]);
    },
  );

  it("is exported as CSV with the numbers masked", async () => {
    const file = await anna.get(`${listPath}/export.csv?search=har001`);
    expect(file.text).toBe(
      "Account Number,Bank Sort Code,Bank Account Number,Direct Debit Reference,Account Name\r\n" +
        "HAR001,20-29-59,****8472,LF-HAR001,HARBOUR & PINE LTD\r\n",
    );
  });

  it("shows its rows and an error if the letters can't be loaded", async () => {
    world.provider.faults.add({ kind: "500", path: "/files", delayMs: 0 });
    const page = await anna.get(listPath);
    expect([page.status, accountsOn(page).length, page.$("a[href$='/letter']").length]).toEqual([200, 3, 0]);
    expect(textOf(page)).toContain("There was an error getting this direct debit letter.");
  });
});

describe("a letter", () => {
  const letterOf = (number: string) => `${listPath}/${mandatesOf(number)[0]!.id}/letter`;

  it("is downloaded as a file, and logged as started and completed", async () => {
    const { id } = mandatesOf("HAR001")[0]!;
    const file = await anna.send(`${listPath}/${id}/letter`, {});
    expect(file.headers.get("content-disposition")).toBe("attachment; filename=Direct-Debit-HAR001.pdf");
    expect(letterEvents(id)).toEqual(["Started OK", "Completed OK"]);
  });

  it.each([
    ["asked for by HEAD", { method: "HEAD" }],
    ["prefetched by the browser", { headers: { "sec-purpose": "prefetch" } }],
  ] as const)("that is %s is not sent, and not logged as downloaded", async (_, options) => {
    const { id } = mandatesOf("HAR002")[0]!;
    const reply = await anna.send(letterOf("HAR002"), options);
    expect([reply.status, reply.text, reply.headers.get("cache-control")]).toEqual([425, "", "no-store"]);
    expect(letterEvents(id)).toEqual([]);
  });

  it("that's missing or can't be read leads back to the list, which says so", async () => {
    const back = await anna.get(letterOf("HAR003"));
    expect([back.status, back.location]).toEqual([303, listPath]);
    expect(messageOf(await anna.open(listPath))).toContain("No letter available for this Direct Debit.");
    expect(letterEvents(mandatesOf("HAR003")[0]!.id)).toEqual(["Started OK", "Completed Failed"]);
    world.provider.faults.add({ kind: "html", path: "/files", delayMs: 0 });
    await anna.get(letterOf("HAR001"));
    expect(messageOf(await anna.open(listPath))).toContain("Could not download this Direct Debit letter");
  });

  it("is sent even if its download can't be logged, and the next page says so", async () => {
    const file = await world.api.failing("LogDirectDebit", () => anna.get(letterOf("HAR001")));
    expect(file.headers.get("content-type")).toBe("application/pdf");
    expect(messageOf(await anna.open(listPath))).toContain(
      "There was an error logging the Direct Debit Download.",
    );
  });
});

it("a change of bank account says what's now, what will be, from when, and what's still collected until then", async () => {
  const [before] = mandatesOf("HAR001");
  const edit = new DirectDebitPages(anna, `${listPath}/${before?.id}`);
  const page = await edit.confirm({ ...goodNumbers, bankAccountName: "NEW NAME" });
  const mask = `****${before?.account.slice(-4)}`;
  const day = String.raw`\d\d/\d\d/\d{4}`;
  expect(textsOf(page, "#summary tbody tr")).toEqual([
    expect.stringMatching(/^Bank Sort Code\d\d-\d\d-\d\d08-99-99$/) as string,
    `Bank Account Number${mask}****4958`,
    `Bank Account Name${before?.name}NEW NAME`,
  ]);
  expect(textOf(page)).toMatch(new RegExp(`NowFrom ${day}`));
  const still = new RegExp(
    `Anything due before (${day}) will still be collected from your old account, \\*{4}${mask.slice(4)}\\. Keep it`,
  );
  expect(textOf(page)).toMatch(still);
  const done = await anna.follow(await edit.complete(page));
  expect(textOf(done)).toMatch(still);
  expect(textOf(done)).toMatch(new RegExp(`For account HAR001, from ${still.exec(textOf(page))?.[1]}`));
  const alike = String(Number(goodNumbers.bankAccountNumber) % 10_000).padStart(8, "9");
  sql`UPDATE direct_debits SET bank_account_number = ${alike}`;
  const other = await edit.confirm({ ...goodNumbers, bankAccountName: "NEW NAME" });
  expect(other.$("#summary tbody tr").text()).toBe(
    "Bank Account Number****4958****4958 (a different account)",
  );
  sql`UPDATE direct_debits SET bank_account_number = ${goodNumbers.bankAccountNumber}`;
  const again = await edit.confirm({ ...goodNumbers, bankAccountName: "NEWER NAME" });
  expect(textOf(again)).not.toContain("will still be collected from");
});
