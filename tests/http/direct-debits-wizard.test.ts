import { beforeEach, describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import {
  badNumbers,
  goodNumbers,
  letterLog,
  listAt,
  mandatesOf,
  summaryOf,
  wizardAt,
  WizardPages,
  yes,
} from "../support/direct-debit-pages.ts";
import { cardText, signedIn } from "../support/signed-in.ts";
import { headingOf, messageOf, textOf, type Page } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startWithAnna();

const name = { bankAccountName: "HARBOUR" };
const filled = { account: "HAR004", ...goodNumbers, ...name };
const failing = (method: string, part: string, answer: object) => (call: { method: string; path: string }) =>
  call.method === method && call.path.includes(part) ? answer : undefined;

let wizard: WizardPages;
let edit: WizardPages;
beforeEach(() => {
  wizard = new WizardPages(anna);
  edit = new WizardPages(anna, `${listAt}/${mandatesOf("HAR001")[0]?.id}`);
  world.provider.db.exec(
    "DELETE FROM direct_debits WHERE link_id IN (SELECT link_id FROM sage_accounts WHERE number IN ('HAR004', 'HAR005', 'HAR006'))",
  );
});

/** Signs in anew, so that nothing was entered before. */
async function afresh(): Promise<WizardPages> {
  return new WizardPages(await signedIn(world, "anna", "1001"), wizardAt);
}

describe("step 1", () => {
  it("says 'Select Yes to continue.' of each No, and what to do on paper", async () => {
    const page = await wizard.begin({ accountHolderConfirm: "false" });
    expect(page.status).toBe(400);
    expect(page.text.match(/Select Yes to continue\./g)?.length).toBeGreaterThanOrEqual(4);
    expect(page.$("#paper a[href$='mandate-default.pdf']").length).toBe(1);
    expect(cardText(page, "If an answer is No")).toContain("Post it to the address on the form.");
  });

  it("has the mandate of the customer's tier", async () => {
    const ella = await signedIn(world, "ella", "1005");
    const page = await ella.get(wizardAt);
    expect(page.$("#paper a[href$='.pdf']").attr("href")).toMatch(/mandate-wholesale\.pdf$/);
  });

  it("is none where every account has a direct debit", async () => {
    const page = await (await signedIn(world, "anna", "1002")).get(wizardAt);
    expect(textOf(page)).toContain("You can only have a single Direct Debit for each account.");
    expect(textOf(page)).toMatch(/edit your existing Direct Debits or contact customer services on \d/);
    expect(page.$("#direct-debit").length).toBe(0);
  });
});

describe("the steps", () => {
  it.each(["/details", "/confirmation"])(
    "none is jumped over: %s leads to the first that is not done",
    async (step) => {
      const fresh = await afresh();
      for (const at of [wizardAt, edit.at]) expect((await fresh.visitor.get(at + step)).location).toBe(at);
      await fresh.begin();
      expect((await fresh.visitor.get(`${wizardAt}/confirmation`)).location).toBe(`${wizardAt}/details`);
      expect((await fresh.visitor.get(`${edit.at}/success`)).location).toBe(edit.at);
    },
  );

  it("keep what was typed over Back and reload, for this account and person alone", async () => {
    const fresh = await afresh();
    await fresh.confirm(filled);
    const page = await fresh.visitor.get(`${wizardAt}/details`);
    expect(page.$("[name=bankAccountNumber]").val()).toBe("66374958");
    expect(page.$("option[selected]").text()).toContain("HAR004");
    expect((await (await afresh()).visitor.get(`${wizardAt}/details`)).location).toBe(wizardAt);
  });

  it("step 2 outlives the minutes: its post brings the answers of step 1 along", async () => {
    const page = await wizard.begin();
    const fresh = await afresh();
    const answer = await fresh.send(page, filled);
    expect(answer.location).toBe(`${wizardAt}/confirmation`);
  });
});

describe("step 2", () => {
  it.each([
    [{ ...filled, account: undefined }, "Select the correct account for this Direct Debit to continue"],
    [{ ...filled, bankSortCode: "08-99-9" }, "Bank Sort Code: This field is in incorrect format"],
    [{ ...filled, bankAccountNumber: "6637495x" }, "Bank Account Number: This field is in incorrect format"],
    [{ ...filled, bankAccountName: " " }, "Please enter the name on the account."],
    [{ ...filled, bankAccountName: "A NAME THAT IS LONG" }, "Your bank statement shows the first 18"],
    [{ ...filled, ...badNumbers }, "Your sort code and account number did not pass our external checks."],
    [{ ...filled, bankSortCode: "123456" }, "Your sort code couldn't be matched to a bank."],
    [
      { ...filled, bankSortCode: "999998", bankAccountNumber: "00000012" },
      "The building society roll number is missing.",
    ],
  ] as const)("%j is refused", async ({ account, ...typed }, text) => {
    const page = await wizard.send(
      await wizard.begin(),
      account ? { account, ...typed } : { sageAccountLinkId: "", ...typed },
    );
    expect([page.status, headingOf(page)]).toEqual([400, "New Direct Debit"]);
    expect(summaryOf(page)).toContain(text);
    expect(page.$("[name=bankSortCode]").val()).toBe(typed.bankSortCode);
    if (/external checks|bank\.|roll/.test(text)) {
      expect(textOf(page)).toContain("Please double check your account number and sort code:");
      expect((await anna.get(`${wizardAt}/confirmation`)).location).toBe(`${wizardAt}/details`);
    }
  });

  it("takes pasted numbers with blanks and dashes, and asks the bank check once for equal ones", async () => {
    const typed = { ...filled, bankSortCode: " 08 – 99-99 ", bankAccountNumber: "6637 4958" };
    const page = await wizard.confirm(typed);
    expect(cardText(page, "Please check your Direct Debit")).toContain("08-99-99");
    expect(cardText(page, "Please check your Direct Debit")).toContain("****4958");
    expect(cardText(page, "Please check your Direct Debit")).toContain("Dales Mutual");
    expect(page.text).not.toContain("66374958");
    world.provider.faults.add({ kind: "500", path: "/bank-check", delayMs: 0 });
    expect(textOf(await wizard.confirm(filled))).not.toContain("error validating");
  });

  it("an option whose text has four parts can't be taken apart", async () => {
    const ella = new WizardPages(await signedIn(world, "ella", "1005"));
    const page = await ella.send(await ella.begin(), { ...filled, account: "NOR002" });
    expect(summaryOf(page)).toContain("Could not parse the Sage account details selected");
  });

  it("an account of nobody's choice is none", async () => {
    const page = await wizard.send(await wizard.begin(), {
      ...goodNumbers,
      ...name,
      sageAccountLinkId: "999",
    });
    expect(summaryOf(page)).toContain("Select the correct account for this Direct Debit to continue");
  });

  it("says where the accounts can't be had, or its rules", async () => {
    await wizard.begin();
    const page = await world.api.scripted(failing("GET", "GetSageAccounts", { status: 500, body: "" }), () =>
      anna.get(`${wizardAt}/details`),
    );
    expect([page.status, textOf(page).includes("There was an error loading your Sage accounts.")]).toEqual([
      502,
      true,
    ]);
  });
});

describe("the bank check", () => {
  it.each([
    ["999996", "500"],
    ["999995", "503"],
    ["999994", "a reset connection"],
    ["999993", "a page of HTML"],
  ])("never blocks when it is away: %s, %s", async (bankSortCode) => {
    const page = await wizard.confirm({ ...filled, bankSortCode, bankAccountNumber: "12345678" });
    expect(textOf(page)).toContain("There was an error validating your sort code and account number.");
    const before = await anna.get(`${wizardAt}/details`);
    expect(textOf(before)).toContain("You can go on: we check the numbers later.");
    await wizard.complete(page);
    expect(mandatesOf("HAR004")).toMatchObject([{ sortCode: bankSortCode, mac: "", bank: "" }]);
  });

  it("warns by our own weights where it is away", async () => {
    world.provider.faults.add({ kind: "down", path: "/bank-check", delayMs: 0 });
    const fresh = await afresh();
    await fresh.confirm({ ...filled, ...badNumbers });
    const warning = "They do not look like those of a UK bank account.";
    expect(textOf(await fresh.visitor.get(`${wizardAt}/details`))).toContain(warning);
    await fresh.confirm({ ...filled, ...goodNumbers });
    expect(textOf(await fresh.visitor.get(`${wizardAt}/details`))).not.toContain(warning);
  });

  it("numbers that it gives back changed are shown and saved with their MAC", async () => {
    const page = await wizard.confirm({ ...filled, bankSortCode: "99-99-92", bankAccountNumber: "12345678" });
    expect(textOf(page)).toContain("They differ from what you typed.");
    expect(textOf(page)).toMatch(/20-29-59.+\*\*\*\*8472.+Northern Counties Bank/);
    expect(textOf(await anna.get(`${wizardAt}/details`))).toContain(
      "sort code 20-29-59, account number 63748472",
    );
    await wizard.complete(page);
    expect(mandatesOf("HAR004")).toMatchObject([{ sortCode: "202959", account: "63748472" }]);
    expect(mandatesOf("HAR004")[0]?.mac).toMatch(/^[0-9A-F]{32}$/);
  });

  it("knows a bank without a branch, and says where the branch can't be asked for", async () => {
    const numbers = { bankSortCode: "180002", bankAccountNumber: "00000190" };
    expect(textOf(await wizard.confirm({ ...filled, ...numbers }))).toContain("Bank Name–Not given");
    world.provider.faults.add({ kind: "500", path: "/bank-check/GetUKBankBranch", delayMs: 0 });
    const fresh = await afresh();
    await fresh.confirm({ ...filled, ...numbers });
    const text = "Your details passed our external checks. There was an error checking your bank branch.";
    expect(textOf(await fresh.visitor.get(`${wizardAt}/details`))).toContain(text);
  });

  it("answers scripts by a post, without the MAC, and refuses half a number", async () => {
    const ask = (numbers: object) => anna.post(`${wizardAt}/bank-check`, { account: "1001", ...numbers });
    const answer = await ask(goodNumbers);
    expect(JSON.parse(answer.text)).toMatchObject({
      state: "valid",
      bankName: "Dales Mutual",
      looksWrong: false,
    });
    expect(answer.text).not.toMatch(/mac/i);
    expect((await ask({ ...goodNumbers, bankSortCode: "0899" })).status).toBe(400);
    expect((await anna.get(`${wizardAt}/bank-check`)).location).toBe(wizardAt);
    expect((await anna.post(`${wizardAt}/bank-check`, { account: "1002", ...goodNumbers })).status).toBe(409);
  });
});

describe("completing", () => {
  it("sets it up, tells the guarantee and the day, and offers the letter, also later", async () => {
    const page = await wizard.confirm(filled);
    expect(textOf(page)).toMatch(/no earlier than \d\d\/\d\d\/\d{4}/);
    expect(cardText(page, "The Direct Debit Guarantee")).toContain("entitled to a full and immediate refund");
    const answer = await wizard.complete(page);
    const [made] = mandatesOf("HAR004");
    expect(answer.location).toBe(`${listAt}/${made?.id}/success`);
    expect(made).toMatchObject({
      sortCode: "089999",
      account: "66374958",
      name: "HARBOUR",
      bank: "Dales Mutual",
    });
    const done = await anna.get(answer.location ?? "");
    expect(textOf(done)).toContain("You have not downloaded it yet.");
    await anna.get(done.$("main a:contains('Download confirmation letter')").attr("href") ?? "");
    expect(letterLog(made?.id ?? 0)).toEqual(["Started OK", "Completed OK"]);
    expect(textOf(await anna.get(answer.location ?? ""))).not.toContain("You have not downloaded it yet.");
    expect((await anna.get(`${wizardAt}/details`)).location).toBe(wizardAt);
  });

  it("is done once, however often and wherever it is pressed", async () => {
    const page = await wizard.confirm(filled);
    const answers = await Promise.all([wizard.complete(page), wizard.complete(page), wizard.complete(page)]);
    const later = await wizard.complete(page);
    expect(mandatesOf("HAR004").length).toBe(1);
    expect(new Set([...answers, later].map(({ location }) => location)).size).toBe(1);
  });

  it.each(["Late500", "Lost"])(
    "%s: the new one is found although its answer was not",
    async (bankAccountName) => {
      const answer = await wizard.complete(await wizard.confirm({ ...filled, bankAccountName }));
      expect(answer.location).toBe(`${listAt}/${mandatesOf("HAR004")[0]?.id}/success`);
    },
  );

  it.each([
    ["Error500", 502, "There was an error setting up the Direct Debit."],
    ["Unavailable", 502, "There was an error setting up the Direct Debit."],
    ["Forbidden", 403, "Requested action is forbidden."],
    ["Gone", 404, "We couldn't find what you requested."],
  ])(
    "%s answers %i on the confirmation, and the next press is a new one",
    async (bankAccountName, status, text) => {
      const page = await wizard.confirm({ ...filled, bankAccountName });
      const answer = await wizard.complete(page);
      expect([answer.status, mandatesOf("HAR004").length]).toEqual([status, 0]);
      expect(summaryOf(answer)).toContain(text);
      const again = await wizard.complete(await wizard.confirm(filled));
      expect(again.location).toBe(`${listAt}/${mandatesOf("HAR004")[0]?.id}/success`);
    },
  );

  it.each([
    ["Banned", "Bank Account Name: Value is invalid"],
    ["Payroll", "Value is invalid"],
    ["Plain text", "Please resolve the validation errors below before submitting."],
  ])("%s: what the API refuses shows on step 2", async (bankAccountName, text) => {
    const answer = await wizard.complete(await wizard.confirm({ ...filled, bankAccountName }));
    expect(answer.location).toBe(`${wizardAt}/details`);
    const page = await anna.get(`${wizardAt}/details`);
    expect(summaryOf(page)).toContain(text);
    expect(page.$("title").text()).toMatch(/^Error: /);
    expect((await anna.get(`${wizardAt}/confirmation`)).location).toBe(`${wizardAt}/details`);
  });

  it("an account that was taken meanwhile is told at once, as is a page whose details have changed", async () => {
    const first = await wizard.confirm(filled);
    await wizard.confirm({ ...filled, account: "HAR005" });
    const stale = await anna.follow(await wizard.complete(first));
    expect(messageOf(stale)).toContain("What you entered has changed since this page was opened.");
    const colleague = await afresh();
    await colleague.complete(await colleague.confirm({ ...filled, account: "HAR005" }));
    const answer = await anna.follow(await wizard.complete(stale));
    expect(summaryOf(answer)).toContain("You can only have a single Direct Debit for each account.");
    expect(mandatesOf("HAR005").length).toBe(1);
  });
});

describe("changing one", () => {
  it("shows it as the only row, keeps what is not changed, and saves it whole", async () => {
    const page = await anna.get(edit.at);
    expect(page.$("main tbody th").text()).toBe("HAR001");
    expect(page.$("main a:contains('Back to Direct Debits')").attr("href")).toBe(listAt);
    const details = await edit.begin();
    expect(details.$("[name=bankAccountNumber]").val()).toBe("63748472");
    const answer = await edit.complete(await edit.confirm(name));
    expect(answer.location).toBe(`${edit.at}/success`);
    expect(mandatesOf("HAR001")).toMatchObject([
      { account: "63748472", name: "HARBOUR", bank: "Northern Counties Bank" },
    ]);
    expect(mandatesOf("HAR001")[0]?.mac).not.toBe("");
  });

  it("meets a colleague's change: both are shown masked, and the chosen one is saved", async () => {
    const page = await edit.confirm({ ...goodNumbers, bankAccountName: "Conflict" });
    const conflict = await edit.complete(page);
    expect([conflict.status, summaryOf(conflict).includes("by another user.")]).toEqual([409, true]);
    expect(textOf(conflict)).toMatch(/20-29-59 \*\*\*\*8472.+08-99-99 \*\*\*\*4958/);
    expect(conflict.text).not.toMatch(/63748472|66374958/);
    const unchosen = await anna.submit(conflict, "main form:has([name=conflict])");
    expect(textOf(unchosen)).toContain("Please choose for each field below before saving.");
    const saved = await anna.submit(conflict, "main form:has([name=conflict])", {
      "choice.bankAccount": "yours",
      "choice.bankAccountName": "theirs",
    });
    expect(saved.location).toBe(`${edit.at}/success`);
    expect(mandatesOf("HAR001")).toMatchObject([{ account: "66374958", name: "PRIYA WAS HERE" }]);
    expect(mandatesOf("HAR001")[0]?.mac).not.toBe("");
  });

  it("one press of three counts, and an equal change by somebody else does, too", async () => {
    const page = await edit.confirm({ bankAccountName: "ONCE" });
    const answers = await Promise.all([edit.complete(page), edit.complete(page), edit.complete(page)]);
    expect(answers.map(({ location }) => location)).toEqual(Array(3).fill(`${edit.at}/success`));
  });

  it.each(["Late500", "Lost"])("%s: what was saved is found", async (bankAccountName) => {
    const answer = await edit.complete(await edit.confirm({ bankAccountName }));
    expect(answer.location).toBe(`${edit.at}/success`);
  });

  it("is not found for another account's, and says why it can't be loaded", async () => {
    const page = await anna.get(`${listAt}/${mandatesOf("BRI001")[0]?.id}`);
    expect([page.status, headingOf(page)]).toEqual([404, "Page Not Found"]);
    const answers: [string, number][] = [
      ["500", 502],
      ["nonsense", 502],
      ["403", 403],
    ];
    for (const [kind, status] of answers) {
      world.provider.faults.clear();
      world.provider.faults.add({ kind: kind as "500", path: "/api/DirectDebit/Edit", delayMs: 0 });
      const failed = await anna.get(edit.at);
      expect([
        failed.status,
        textOf(failed).includes("There was an error loading Direct Debit details."),
      ]).toEqual([status, kind !== "403"]);
    }
  });
});

describe("bank numbers", () => {
  it("are not on the page for a form that was meant for another account", async () => {
    const page: Page = await anna.post(`${wizardAt}/details`, { account: "1002", ...yes, ...goodNumbers });
    expect([page.status, page.text.includes("66374958")]).toEqual([409, false]);
  });
});
