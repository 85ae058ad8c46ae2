import { describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import {
  badNumbers,
  DirectDebitPages,
  goodNumbers,
  mandatesOf,
  newPages,
  sample,
  setUpPath,
  startDirectDebits,
  summaryOf,
} from "../support/direct-debit-pages.ts";
import { invalidMarkup } from "../support/html-validate.ts";
import { cardText, signedIn } from "../support/signed-in.ts";
import { headingOf, messageOf, textOf } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startWithAnna();

const name = { bankAccountName: "HARBOUR" };

const pages = startDirectDebits();

describe("step 1", () => {
  it("says 'Select Yes to continue.' at each question without a Yes, and how to apply on paper", async () => {
    const page = await pages.setUp.begin({ accountHolderConfirm: "false" });
    expect(page.status).toBe(400);
    for (const question of [
      "Are you the account holder?",
      "Are you the only person required to authorise Direct Debits from this account?",
    ])
      expect(summaryOf(page)).toContain(`${question} Select Yes to continue.`);
    expect(page.text.match(/Select Yes to continue\./g)?.length).toBeGreaterThanOrEqual(4);
    expect(page.$("#paper a[href$='mandate-default.pdf']").length).toBe(1);
    expect(cardText(page, "If you answered No")).toContain("Post it to the address on the form.");
  });

  it("offers the paper mandate of the customer's tier", async () => {
    const ella = await signedIn(world, "ella", "1005");
    const page = await ella.get(setUpPath);
    expect(page.$("#paper a[href$='.pdf']").attr("href")).toMatch(/mandate-wholesale\.pdf$/);
  });
});

describe("the steps", () => {
  it.each(["/details", "/confirmation"])(
    "can't be skipped: %s leads to the first step that isn't done",
    async (step) => {
      const fresh = await newPages();
      for (const at of [setUpPath, pages.edit.at])
        expect((await fresh.visitor.get(at + step)).location).toBe(at);
      await fresh.begin();
      expect((await fresh.visitor.get(`${setUpPath}/confirmation`)).location).toBe(`${setUpPath}/details`);
      expect((await fresh.visitor.get(`${pages.edit.at}/success`)).location).toBe(pages.edit.at);
    },
  );

  it("keep what was typed over Back and reload, in this session alone", async () => {
    const fresh = await newPages();
    await fresh.confirm(sample);
    const page = await fresh.visitor.get(`${setUpPath}/details`);
    expect(page.$("[name=bankAccountNumber]").val()).toBe("66374958");
    expect(page.$("option[selected]").text()).toContain("HAR004");
    expect((await (await newPages()).visitor.get(`${setUpPath}/details`)).location).toBe(setUpPath);
  });

  it("can go on after the 15 minutes: the post of step 2 carries the answers of step 1", async () => {
    const page = await pages.setUp.begin();
    expect((await (await newPages()).send(page, sample)).location).toBe(`${setUpPath}/confirmation`);
    const refused = await (await newPages()).send(page, { ...sample, bankAccountName: " " });
    expect([refused.status, refused.$("[name=bankAccountNumber]").val()]).toEqual([400, "66374958"]);
  });
});

describe("step 2", () => {
  it.each([
    [{ ...sample, account: undefined }, "Select the correct account for this Direct Debit to continue"],
    // An account that isn't in the list.
    [{ ...sample, account: undefined, sageAccountLinkId: "999" }, "Select the correct account for this"],
    [{ ...sample, bankSortCode: "08-99-9" }, "Bank Sort Code: This field is in incorrect format"],
    [{ ...sample, bankAccountNumber: "6637 4958 1" }, "in incorrect format. Must be 8 digits."],
    [{ ...sample, bankAccountName: " " }, "Please enter the name on the account."],
    [{ ...sample, bankAccountName: "X".repeat(41) }, "Please use no more than 40 characters."],
    [{ ...sample, ...badNumbers }, "Your sort code and account number did not pass our external checks."],
    [{ ...sample, bankSortCode: "123456" }, "Your sort code couldn't be matched to a bank."],
    [
      { ...sample, bankSortCode: "999998", bankAccountNumber: "00000012" },
      "The building society roll number is missing.",
    ],
  ] as const)("refuses %j", async ({ account, ...typed }, text) => {
    const page = await pages.setUp.send(
      await pages.setUp.begin(),
      account ? { account, ...typed } : { sageAccountLinkId: "", ...typed },
    );
    expect([page.status, headingOf(page)]).toEqual([400, "New Direct Debit"]);
    expect(summaryOf(page)).toContain(text);
    expect(page.$("[name=bankSortCode]").val()).toBe(typed.bankSortCode);
    if (/external checks|bank\.|roll/.test(text)) {
      expect(textOf(page)).toContain("Please double check your account number and sort code:");
      expect((await anna.get(`${setUpPath}/confirmation`)).location).toBe(`${setUpPath}/details`);
    }
  });

  it("accepts numbers with blanks and dashes, and asks the bank check once for the same numbers", async () => {
    // A different name, here one that's too long for a bank statement, isn't a reason to check again.
    const typed = {
      ...sample,
      bankAccountName: "A NAME THAT IS LONG",
      bankSortCode: " 08 – 99-99 ",
      bankAccountNumber: "6637 4958",
    };
    const page = await pages.setUp.confirm(typed);
    expect(cardText(page, "Please check your Direct Debit")).toContain("08-99-99");
    expect(cardText(page, "Please check your Direct Debit")).toContain("****4958");
    expect(cardText(page, "Please check your Direct Debit")).toContain("Dales Mutual");
    expect(page.text).not.toContain("66374958");
    world.provider.faults.add({ kind: "500", path: "/bank-check", delayMs: 0 });
    expect(textOf(await pages.setUp.confirm(sample))).not.toContain("error validating");
  });

  it("refuses an account whose text has four parts, because it can't be split", async () => {
    const ella = new DirectDebitPages(await signedIn(world, "ella", "1005"));
    const page = await ella.send(await ella.begin(), { ...sample, account: "NOR002" });
    expect(summaryOf(page)).toContain("Could not parse the Sage account details selected");
  });

  it("finds sort codes by a branch's postcode, and says if the search fails", async () => {
    await pages.setUp.begin();
    const find = (text: string) => anna.get(`${setUpPath}/details?search=${encodeURIComponent(text)}`);
    const page = await find("HG1 4AA");
    const found = cardText(page, "If you don't know your sort code");
    expect(found).toContain("20-29-59Northern Counties Bank, Harrogate");
    expect(await invalidMarkup(page.text)).toEqual([]);
    expect((await pages.setUp.send(page, sample)).location).toBe(`${setUpPath}/confirmation`);
    expect(textOf(await find("ZZ9 9ZZ"))).toContain("We couldn't find a branch near ZZ9 9ZZ.");
    expect(textOf(await find(" "))).toContain("Enter a valid postcode.");
    world.provider.faults.add({ kind: "500", path: "/bank-check", delayMs: 0 });
    const failed = await find("HG1 4AA");
    expect([failed.status, failed.$("#direct-debit-details").length]).toEqual([200, 1]);
    expect(textOf(failed)).toContain("There was an error checking your bank branches.");
  });

  it("finds sort codes without scripts, and keeps what was typed, but not in the address", async () => {
    const page = await pages.setUp.begin();
    const typed = { ...goodNumbers, ...name, search: "HG1 4AA" };
    for (const branches of ["find", "enter"]) {
      const answer = await pages.setUp.send(page, { ...typed, branches });
      expect(answer.location).toBe(`${setUpPath}/details?search=HG1+4AA`);
      const found = await anna.follow(answer);
      expect(cardText(found, "If you don't know your sort code")).toContain("20-29-59Northern");
      expect(found.$("[name=bankSortCode]").val()).toBe("08-99-99");
      expect(found.$("[name=bankAccountNumber]").val()).toBe(goodNumbers.bankAccountNumber);
      const next = await pages.setUp.send(found, { ...sample, search: typed.search, branches: "enter" });
      expect(next.location).toBe(`${setUpPath}/confirmation`);
    }
  });
});

describe("the bank check", () => {
  it.each([["999996", "500"]])("does not block when it fails: %s, %s", async (bankSortCode) => {
    const page = await pages.setUp.confirm({ ...sample, bankSortCode, bankAccountNumber: "12345678" });
    expect(textOf(page)).toMatch(/error validating.*numbers haven't been checked\. .*your bank will refuse/);
    const before = await anna.get(`${setUpPath}/details`);
    expect(textOf(before)).toContain("You can continue, but these numbers haven't been checked.");
    await pages.setUp.complete(page);
    expect(mandatesOf("HAR004")).toMatchObject([{ sortCode: bankSortCode, mac: "", bank: "" }]);
  });

  it("leaves the warning to the portal's own modulus check while it is down", async () => {
    world.provider.faults.add({ kind: "down", path: "/bank-check", delayMs: 0 });
    const fresh = await newPages();
    await fresh.confirm({ ...sample, ...badNumbers });
    const warning = "These don't look like UK bank details.";
    expect(textOf(await fresh.visitor.get(`${setUpPath}/details`))).toContain(warning);
    await fresh.confirm({ ...sample, ...goodNumbers });
    expect(textOf(await fresh.visitor.get(`${setUpPath}/details`))).not.toContain(warning);
  });

  it("gives scripts the portal's own advice at once, even while the service is down", async () => {
    world.provider.faults.add({ kind: "down", path: "/bank-check", delayMs: 0 });
    const look = async (numbers: object) => {
      const fields = { account: "1001", firstLook: "on", ...numbers };
      return JSON.parse((await anna.post(`${setUpPath}/bank-check`, fields)).text) as object;
    };
    expect(await look(badNumbers)).toMatchObject({ state: "checking", looksWrong: true });
    expect(await look(goodNumbers)).toMatchObject({ state: "checking", looksWrong: false });
  });

  it("may return changed numbers, which are shown and saved with their MAC", async () => {
    const page = await pages.setUp.confirm({
      ...sample,
      bankSortCode: "99-99-92",
      bankAccountNumber: "12345678",
    });
    expect(textOf(page)).toContain("We'll use the ones above instead of those you typed.");
    expect(textOf(page)).toMatch(/20-29-59.+\*\*\*\*8472.+Northern Counties Bank/);
    expect(textOf(await anna.get(`${setUpPath}/details`))).toContain(
      "sort code 20-29-59, account number 63748472",
    );
    await pages.setUp.complete(page);
    expect(mandatesOf("HAR004")).toMatchObject([{ sortCode: "202959", account: "63748472" }]);
    expect(mandatesOf("HAR004")[0]?.mac).toMatch(/^[0-9A-F]{32}$/);
  });

  it("decides at step 2 alone: a script's check of other numbers lets no refused numbers pass", async () => {
    const fresh = await newPages();
    const { visitor } = fresh;
    const refused = await fresh.send(await fresh.begin(), { ...sample, ...badNumbers });
    expect(refused.status).toBe(400);
    const ask = (numbers: object) => visitor.post(`${setUpPath}/bank-check`, { account: "1001", ...numbers });
    expect(JSON.parse((await ask(goodNumbers)).text)).toMatchObject({ state: "valid" });
    expect((await visitor.get(`${setUpPath}/confirmation`)).location).toBe(`${setUpPath}/details`);
    expect((await visitor.post(`${setUpPath}/confirmation`, { account: "1001" })).location).toBe(
      `${setUpPath}/details`,
    );
    // The refused numbers are still in the form.
    const details = await visitor.get(`${setUpPath}/details`);
    expect(details.$("[name=bankAccountNumber]").val()).toBe(badNumbers.bankAccountNumber);
    expect(textOf(details)).toContain("Please double check your account number and sort code:");
    expect(mandatesOf("HAR004")).toEqual([]);
  });

  it("doesn't change what the confirmation shows and saves when a script checks other numbers", async () => {
    const changed = { bankSortCode: "99-99-92", bankAccountNumber: "12345678" };
    const page = await pages.setUp.confirm({ ...sample, ...changed });
    await anna.post(`${setUpPath}/bank-check`, { account: "1001", ...badNumbers });
    expect(cardText(await anna.get(`${setUpPath}/confirmation`), "Please check your Direct Debit")).toContain(
      "20-29-59",
    );
    await pages.setUp.complete(page);
    expect(mandatesOf("HAR004")).toMatchObject([{ sortCode: "202959", account: "63748472" }]);
    expect(mandatesOf("HAR004")[0]?.mac).not.toBe("");
  });

  it("leads to the confirmation again if its verdict on the same numbers has changed", async () => {
    const numbers = { bankSortCode: "99-99-92", bankAccountNumber: "12345678" };
    const fresh = await newPages();
    world.provider.faults.add({ kind: "down", path: "/bank-check", delayMs: 0 });
    const unchecked = await fresh.confirm({ ...sample, ...numbers });
    expect(cardText(unchecked, "Please check your Direct Debit")).toContain("99-99-92");
    world.provider.faults.clear();
    await fresh.confirm({ ...sample, ...numbers });
    const page = await fresh.visitor.follow(await fresh.complete(unchecked));
    expect(messageOf(page)).toContain("What you entered has changed since you opened this page.");
    expect(cardText(page, "Please check your Direct Debit")).toContain("20-29-59");
    expect(mandatesOf("HAR004")).toEqual([]);
  });

  it("passes numbers without a known branch, and says if the branch can't be loaded", async () => {
    const numbers = { bankSortCode: "180002", bankAccountNumber: "00000190" };
    expect(textOf(await pages.setUp.confirm({ ...sample, ...numbers }))).toContain("Bank Name–Not given");
    world.provider.faults.add({ kind: "500", path: "/bank-check/GetUKBankBranch", delayMs: 0 });
    const fresh = await newPages();
    await fresh.confirm({ ...sample, ...numbers });
    const text = "Your details passed our external checks. There was an error checking your bank branch.";
    expect(textOf(await fresh.visitor.get(`${setUpPath}/details`))).toContain(text);
  });

  it("answers the post of a script without the MAC, and refuses incomplete numbers", async () => {
    const ask = (numbers: object) => anna.post(`${setUpPath}/bank-check`, { account: "1001", ...numbers });
    const answer = await ask(goodNumbers);
    expect(JSON.parse(answer.text)).toMatchObject({
      state: "valid",
      bankName: "Dales Mutual",
      looksWrong: false,
    });
    expect(answer.text).not.toMatch(/mac/i);
    expect((await ask({ ...goodNumbers, bankSortCode: "0899" })).status).toBe(400);
    expect((await anna.get(`${setUpPath}/bank-check`)).location).toBe(setUpPath);
    expect((await anna.post(`${setUpPath}/bank-check`, { account: "1002", ...goodNumbers })).status).toBe(
      409,
    );
  });
});
