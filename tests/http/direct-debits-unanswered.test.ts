import { expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import {
  DirectDebitPages,
  goodNumbers,
  sample,
  setUpPath,
  startDirectDebits,
  summaryOf,
} from "../support/direct-debit-pages.ts";
import { signedIn } from "../support/signed-in.ts";
import { messageOf, textOf } from "../support/visitor.ts";
import { createWorld } from "../support/world.ts";

startWithAnna();

const pages = startDirectDebits();

it("a conflict that was left begins with the colleague's version, which can be changed at once", async () => {
  const page = await pages.edit.confirm({ ...goodNumbers, bankAccountName: "Conflict" });
  expect((await pages.edit.complete(page)).status).toBe(409);
  const details = await anna.follow(await anna.get(`${pages.edit.at}/details`));
  expect(messageOf(details)).toContain("Someone has changed this Direct Debit since you opened it.");
  expect(details.$("[name=bankAccountName]").val()).toBe("PRIYA WAS HERE");
  const saved = await pages.edit.complete(
    await anna.follow(await pages.edit.send(details, { bankAccountName: "HARBOUR AGAIN" })),
  );
  expect(saved.location).toBe(`${pages.edit.at}/success`);
  // The same from the first step, as for someone who opens it from the list.
  await pages.edit.complete(await pages.edit.confirm({ bankAccountName: "Conflict" }));
  const again = await pages.edit.complete(await pages.edit.confirm({ bankAccountName: "HARBOUR ONCE MORE" }));
  expect([again.status, again.location]).toEqual([303, `${pages.edit.at}/success`]);
});

it("the bank check blocks without an answer where the provider says so, and says that it must be tried again", async () => {
  const strict = await createWorld({ environment: { BANK_CHECK_REQUIRED: "1" } });
  const their = new DirectDebitPages(await signedIn(strict, "anna", "1001"));
  const numbers = { ...sample, bankSortCode: "999996", bankAccountNumber: "12345678" };
  const page = await their.send(await their.begin(), numbers);
  expect([page.status, summaryOf(page)]).toEqual([400, expect.stringContaining("Please try again later")]);
  expect(textOf(page)).not.toContain("You can continue");
  expect((await their.visitor.get(`${setUpPath}/confirmation`)).location).toBe(`${setUpPath}/details`);
  expect((await their.send(page, sample)).location).toBe(`${setUpPath}/confirmation`);
  await strict.close();
});
