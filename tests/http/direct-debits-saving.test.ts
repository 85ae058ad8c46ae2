import { describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import {
  confirmations,
  goodNumbers,
  letterEvents,
  listPath,
  mandatesOf,
  newPages,
  sample,
  setUpPath,
  startDirectDebits,
  summaryOf,
} from "../support/direct-debit-pages.ts";
import { invalidMarkup } from "../support/html-validate.ts";
import { firstOrAll } from "../support/long.ts";
import { cardText, signedIn } from "../support/signed-in.ts";
import { attributesOf, headingOf, messageOf, textOf, type Page } from "../support/visitor.ts";
import { sql, world } from "../support/world.ts";

startWithAnna();

const name = { bankAccountName: "HARBOUR" };
const pages = startDirectDebits();

it("no direct debit can be added if every account has one: step 1 says so, and step 2 leads to step 1", async () => {
  const visitor = await signedIn(world, "anna", "1002");
  const page = await visitor.get(setUpPath);
  expect(textOf(page)).toContain("You can only have a single Direct Debit for each account.");
  expect(textOf(page)).toMatch(/edit your existing Direct Debits or contact customer services on \d/);
  expect(page.$("#direct-debit").length).toBe(0);
  const details = `${setUpPath}/details`;
  expect((await visitor.post(details, { account: "1002", ...confirmations, ...goodNumbers })).location).toBe(
    setUpPath,
  );
  expect((await visitor.get(details)).location).toBe(setUpPath);
});

it.each([
  ["123456", "bankSortCode"],
  ["999998", "bankAccountNumber"],
])("refused numbers with the sort code %s are marked at %s", async (bankSortCode, field) => {
  const page = await pages.setUp.send(await pages.setUp.begin(), {
    ...sample,
    bankSortCode,
    bankAccountNumber: "00000012",
  });
  expect(attributesOf(page, "input[aria-invalid=true]", "name")).toEqual([field]);
});

describe("completing a new direct debit", () => {
  it("saves it, after showing the guarantee and the first day, and asks to download the letter", async () => {
    const page = await pages.setUp.confirm(sample);
    expect(textOf(page)).toMatch(/on or after \d\d\/\d\d\/\d{4}/);
    expect(cardText(page, "The Direct Debit Guarantee")).toContain("entitled to a full and immediate refund");
    const details = await anna.get(`${setUpPath}/details`);
    const answer = await pages.setUp.complete(page);
    const [made] = mandatesOf("HAR004");
    expect(answer.location).toBe(`${listPath}/${made?.id}/success`);
    expect(made).toMatchObject({
      sortCode: "089999",
      account: "66374958",
      name: "HARBOUR",
      bank: "Dales Mutual",
    });
    const done = await anna.get(answer.location ?? "");
    for (const step of [details, page, done]) expect(await invalidMarkup(step.text)).toEqual([]);
    expect(done.$("title").text()).toBe("Customer Portal - Direct Debit saved");
    const edited = await anna.get(`${listPath}/${made?.id}`);
    expect(edited.$("title").text()).toMatch(/^Customer Portal - Edit Direct Debit - Direct Debit for \w+$/);
    expect(textOf(done)).toContain("You haven't downloaded it yet.");
    await anna.get(done.$("main a:contains('Download confirmation letter')").attr("href") ?? "");
    expect(letterEvents(made?.id ?? 0)).toEqual(["Started OK", "Completed OK"]);
    expect(textOf(await anna.get(answer.location ?? ""))).not.toContain("You haven't downloaded it yet.");
    expect((await anna.get(`${setUpPath}/details`)).location).toBe(setUpPath);
  });

  it("happens once, however often the button is pressed", async () => {
    const page = await pages.setUp.confirm(sample);
    const answers = await Promise.all([
      pages.setUp.complete(page),
      pages.setUp.complete(page),
      pages.setUp.complete(page),
    ]);
    const later = await pages.setUp.complete(page);
    expect(mandatesOf("HAR004").length).toBe(1);
    expect(new Set([...answers, later].map(({ location }) => location)).size).toBe(1);
  });

  it.each(firstOrAll(["Late500", "Lost"]))(
    "finds the new direct debit although the answer failed (%s)",
    async (bankAccountName) => {
      const page = await pages.setUp.confirm({ ...sample, bankAccountName });
      const answer = await pages.setUp.complete(page);
      expect(answer.location).toBe(`${listPath}/${mandatesOf("HAR004")[0]?.id}/success`);
      expect((await pages.setUp.complete(page)).location).toBe(answer.location);
    },
  );

  it.each([
    ["Banned", "Bank Account Name: Value is invalid"],
    ["Plain text", "Please resolve the validation errors below before submitting."],
  ])("shows on step 2 what the API refuses (%s)", async (bankAccountName, text) => {
    const answer = await pages.setUp.complete(await pages.setUp.confirm({ ...sample, bankAccountName }));
    expect(answer.location).toBe(`${setUpPath}/details`);
    const page = await anna.get(`${setUpPath}/details`);
    expect(summaryOf(page)).toContain(text);
    expect(page.$("title").text()).toMatch(/^Error: /);
    expect((await anna.get(`${setUpPath}/confirmation`)).location).toBe(`${setUpPath}/details`);
  });

  it("says when the details have changed since the page was opened, or the account was taken meanwhile", async () => {
    const first = await pages.setUp.confirm(sample);
    await pages.setUp.confirm({ ...sample, account: "HAR005" });
    const stale = await anna.follow(await pages.setUp.complete(first));
    expect(messageOf(stale)).toContain("What you entered has changed since you opened this page.");
    const colleague = await newPages();
    await colleague.complete(await colleague.confirm({ ...sample, account: "HAR005" }));
    const answer = await anna.follow(await pages.setUp.complete(stale));
    expect(summaryOf(answer)).toContain("You can only have a single Direct Debit for each account.");
    expect(mandatesOf("HAR005").length).toBe(1);
  });
});

describe("changing a direct debit", () => {
  it("shows it as the only row, keeps what isn't changed, and saves it whole", async () => {
    const page = await anna.get(pages.edit.at);
    expect(page.$("main tbody th").text()).toBe("HAR001");
    expect(page.$("main a:contains('Back to Direct Debits')").attr("href")).toBe(listPath);
    const details = await pages.edit.begin();
    expect(details.$("[name=bankAccountNumber]").val()).toBe("63748472");
    const answer = await pages.edit.complete(await pages.edit.confirm(name));
    expect(answer.location).toBe(`${pages.edit.at}/success`);
    expect(mandatesOf("HAR001")).toMatchObject([
      { account: "63748472", name: "HARBOUR", bank: "Northern Counties Bank" },
    ]);
    expect(mandatesOf("HAR001")[0]?.mac).not.toBe("");
  });

  it("after a colleague's change shows both versions masked, and saves what is chosen", async () => {
    const page = await pages.edit.confirm({ ...goodNumbers, bankAccountName: "Conflict" });
    const conflict = await pages.edit.complete(page);
    expect([conflict.status, summaryOf(conflict).includes("by another user.")]).toEqual([409, true]);
    expect(textOf(conflict)).toMatch(/20-29-59 \*\*\*\*8472.+08-99-99 \*\*\*\*4958/);
    expect(conflict.text).not.toMatch(/63748472|66374958/);
    expect(await invalidMarkup(conflict.text)).toEqual([]);
    const unchosen = await anna.submit(conflict, "main form:has([name=conflict])");
    expect(textOf(unchosen)).toContain("There is a problem");
    const saved = await anna.submit(conflict, "main form:has([name=conflict])", {
      "choice.bankAccount": "yours",
      "choice.bankAccountName": "theirs",
    });
    expect(saved.location).toBe(`${pages.edit.at}/success`);
    expect(mandatesOf("HAR001")).toMatchObject([{ account: "66374958", name: "PRIYA WAS HERE" }]);
    expect(mandatesOf("HAR001")[0]?.mac).not.toBe("");
  });

  it("doesn't overwrite a colleague's numbers unseen, and checks the user's numbers before saving them", async () => {
    const ownNumber = mandatesOf("HAR001")[0]?.account;
    const page = await pages.edit.confirm(name);
    // Changes the numbers but not the version, as an API without versions does.
    sql`UPDATE direct_debits SET bank_sort_code = '107999', bank_account_number = '88837491'
      WHERE direct_debit_id = ${mandatesOf("HAR001")[0]?.id ?? 0}`;
    const conflict = await pages.edit.complete(page);
    expect([conflict.status, summaryOf(conflict).includes("by another user.")]).toEqual([409, true]);
    const details = await anna.follow(
      await anna.submit(conflict, "main form:has([name=conflict])", {
        "choice.bankAccount": "yours",
        "choice.bankAccountName": "yours",
      }),
    );
    expect(messageOf(details)).toContain("Someone else has changed these bank details.");
    const { account: number } = mandatesOf("HAR001")[0] ?? {};
    expect([number, details.$("[name=bankAccountNumber]").val()]).toEqual(["88837491", ownNumber]);
    const confirmation = await anna.follow(await pages.edit.send(details, {}));
    expect((await pages.edit.complete(confirmation)).location).toBe(`${pages.edit.at}/success`);
    expect(mandatesOf("HAR001")).toMatchObject([{ account: ownNumber, name: "HARBOUR" }]);
    expect(mandatesOf("HAR001")[0]?.mac).not.toBe("");
  });

  it("asks for the download of the letter again after each save", async () => {
    const done = async (bankAccountName: string) =>
      anna.follow(await pages.edit.complete(await pages.edit.confirm({ bankAccountName })));
    await done("HARBOUR ONE");
    await anna.send(`${pages.edit.at}/letter`, { method: "HEAD" });
    expect(textOf(await anna.get(`${pages.edit.at}/success`))).toContain("You haven't downloaded it yet.");
    await anna.get(`${pages.edit.at}/letter`);
    expect(textOf(await anna.get(`${pages.edit.at}/success`))).not.toContain(
      "You haven't downloaded it yet.",
    );
    expect(textOf(await done("HARBOUR TWO"))).toContain("You haven't downloaded it yet.");
  });

  it.each([
    ["the event id in the answer", { eventCorrelationId: "of-the-answer" }, "of-the-answer"],
    ["the event id that was read, if the answer has none", "OK", undefined],
  ])("logs the letter's download under %s", async (_, answer, expected) => {
    const page = await pages.edit.confirm(name);
    const saves = { method: "PUT", path: "/DirectDebit/Edit" };
    await world.api.answering(
      ({ method, path }) => method === saves.method && path === saves.path,
      { body: JSON.stringify(answer) },
      () => pages.edit.complete(page),
    );
    const [, calls] = await world.api.record(() => anna.get(`${pages.edit.at}/letter`));
    const events = calls.filter(({ path }) => path.includes("LogDirectDebitLetterDownloadEvent"));
    const ids = events.map(
      ({ body }) => (JSON.parse(body) as { eventCorrelationId: string }).eventCorrelationId,
    );
    expect(ids).toHaveLength(2);
    if (expected) expect(ids).toEqual([expected, expected]);
    else expect(new Set(ids)).not.toContain("of-the-answer");
  });

  it("succeeds for each of three presses at once", async () => {
    const page = await pages.edit.confirm({ bankAccountName: "ONCE" });
    const answers = await Promise.all([
      pages.edit.complete(page),
      pages.edit.complete(page),
      pages.edit.complete(page),
    ]);
    expect(answers.map(({ location }) => location)).toEqual(Array(3).fill(`${pages.edit.at}/success`));
  });

  it.each(firstOrAll(["Late500", "Lost"]))(
    "succeeds although the answer failed (%s)",
    async (bankAccountName) => {
      const answer = await pages.edit.complete(await pages.edit.confirm({ bankAccountName }));
      expect(answer.location).toBe(`${pages.edit.at}/success`);
    },
  );

  it("is a 404 for a direct debit of another account", async () => {
    const page = await anna.get(`${listPath}/${mandatesOf("BRI001")[0]?.id}`);
    expect([page.status, headingOf(page)]).toEqual([404, "Page Not Found"]);
  });

  it("with 'Find branches' is a 404 for a direct debit of another account and for an unknown id", async () => {
    for (const id of [mandatesOf("BRI001")[0]?.id, 987654]) {
      const fields = {
        account: "1001",
        ...confirmations,
        ...goodNumbers,
        branches: "find",
        search: "HG1 4AA",
      };
      const page = await anna.post(`${listPath}/${id}/details`, fields);
      expect([page.status, headingOf(page)]).toEqual([404, "Page Not Found"]);
      expect(page.text).not.toContain(goodNumbers.bankAccountNumber);
    }
  });
});

it("bank numbers aren't on the page that refuses a form of another account", async () => {
  const page: Page = await anna.post(`${setUpPath}/details`, {
    account: "1002",
    ...confirmations,
    ...goodNumbers,
  });
  expect([page.status, page.text.includes("66374958")]).toEqual([409, false]);
});
