import { expect, it } from "vitest";
import { anna } from "../support/anna.ts";
import { submitProviderForm } from "../support/identity-pages.ts";
import {
  addressOf,
  ledgerCalls,
  ledgerOf,
  Payment,
  payment,
  paymentPaths,
  startPaying,
  thanks,
  unpaid,
  unpaidInvoices,
} from "../support/payment-pages.ts";
import { cardText, emails, signedIn } from "../support/signed-in.ts";
import { headingOf, messageOf, textOf, type Page, type Visitor } from "../support/visitor.ts";
import { sql, world } from "../support/world.ts";

// Has its own world, because its payments stay open: a receipt is matched with those in all a person's sessions.
startPaying({ provider: { namesPayments: false } });

/** Begins a payment in a new tab. Returns the way back from the card provider. */
async function inAnotherTab(theirs: Payment, number: string, outcome: "paid" | "declined"): Promise<string> {
  const back = await theirs.atCardProvider(await theirs.begin([number]), outcome);
  await theirs.select([], "none");
  return back;
}

/** For accounts whose postcode isn't Anna's, which a second press confirms. */
const payConfirmed = async (theirs: Payment, number: string) =>
  theirs.atCardProvider(await theirs.payNow(await theirs.begin([number])), "paid");

/** Runs `during` while the API answers Complete with this status. */
const whileRefused = <T>(status: number, during: () => Promise<T>) =>
  world.api.answering("CompletePaymentTransaction", { status }, during);

/** From the sign-in page to the page that it was opened for. */
async function signIn(visitor: Visitor, login: Page): Promise<Page> {
  const form = await visitor.follow(await visitor.submit(login, 'form[action^="/login"]'));
  if (form.$("input[type=password]").length > 0)
    await visitor.follow(await submitProviderForm(visitor, form, { email: emails.anna }));
  return visitor.follow(await visitor.post("/switch-account", { account: "1001" }));
}

it("each of two payments shows its own verdict, in whichever order they come back and are opened again", async () => {
  const visitor = await signedIn(world, "anna", "1001");
  const theirs = new Payment(visitor);
  const [paid = "", declined = ""] = unpaid(2);
  const backs = [await inAnotherTab(theirs, paid, "paid"), await inAnotherTab(theirs, declined, "declined")];
  const [first, second] = [await visitor.open(backs[0]!), await visitor.open(backs[1]!)];
  expect(addressOf(first)).toEqual(paymentPaths.succeeded);
  expect(new URL(second.url).pathname).toEqual(paymentPaths.failed);
  for (const page of [first, await visitor.open(addressOf(first)), await visitor.open(backs[0]!)])
    expect(cardText(page, "Receipt")).toContain(`Invoice ${paid}`);
  for (const page of [second, await visitor.open(addressOf(second)), await visitor.open(backs[1]!)])
    expect(cardText(page, "What you were paying")).toContain(`Invoice ${declined}`);
});

it("a return that the API refused for a moment waits while another payment comes back", async () => {
  const [one = "", other = ""] = unpaid(2);
  const backs = [await inAnotherTab(payment, one, "paid"), await inAnotherTab(payment, other, "paid")];
  const waiting = await whileRefused(429, () => anna.open(backs[0]!));
  expect(headingOf(waiting)).toBe("We're checking your payment");
  const receipt = await anna.open(backs[1]!);
  expect(cardText(receipt, "Receipt")).toContain(`Invoice ${other}`);
  // Any result page sends on all the returns that wait.
  expect(ledgerCalls(await ledgerOf(world, [one]))).toEqual(["Begin started", "Complete paid"]);
  expect(cardText(await anna.open(addressOf(waiting)), "Receipt")).toContain(`Invoice ${one}`);
});

it.each([
  [
    "that find nobody signed in",
    async (visitor: Visitor, backs: readonly [string, string]) => {
      await visitor.post("/logout");
      await visitor.open(backs[0]);
      return visitor.open(backs[1]);
    },
  ],
  [
    "that wait when the API refuses the sign-in",
    async (visitor: Visitor, backs: readonly [string, string]) => {
      await whileRefused(429, async () => {
        for (const back of backs) await visitor.open(back);
      });
      return whileRefused(401, () => visitor.open(paymentPaths.succeeded));
    },
  ],
] as const)("two returns %s are both completed after the next one", async (_, comeBack) => {
  const visitor = await signedIn(world, "anna", "1001");
  const theirs = new Payment(visitor);
  const [one = "", other = ""] = unpaid(2);
  const backs = [await inAnotherTab(theirs, one, "paid"), await inAnotherTab(theirs, other, "paid")] as const;
  expect(textOf(await signIn(visitor, await comeBack(visitor, backs)))).toContain(thanks);
  for (const number of [one, other])
    expect(ledgerCalls(await ledgerOf(world, [number]))).toEqual(["Begin started", "Complete paid"]);
});

it("a payment is completed where it was begun, though the current account is one without payments", async () => {
  const visitor = await signedIn(world, "dev", "1004");
  const theirs = new Payment(visitor, "1004");
  const [number = ""] = unpaid(1);
  sql`UPDATE invoices SET client_id = '1004' WHERE invoice_number = ${Number(number)}`;
  const back = await payConfirmed(theirs, number);
  await visitor.post("/switch-account", { account: "1005" });
  expect((await visitor.get(paymentPaths.succeeded)).status).toBe(403);
  const receipt = await visitor.open(back);
  expect(textOf(receipt)).toContain(thanks);
  expect(cardText(receipt, "Receipt")).toContain("Paid byCopperfield");
  expect(cardText(receipt, "Receipt")).toContain(`Invoice ${number}`);
});

it("a return without a crypt is told, and no other payment's receipt answers it", async () => {
  const [one = "", other = ""] = unpaid(2);
  await anna.open(await inAnotherTab(payment, one, "paid"));
  const back = await inAnotherTab(payment, other, "declined");
  const page = await anna.open(back.replace(/&crypt=[^&]*/, ""));
  expect(headingOf(page)).toBe("We're checking your payment");
  expect((await ledgerOf(world, [other])).filter(({ call }) => call === "Complete")).toHaveLength(1);
});

it("a made-up return is no payment that has failed, and leaves the receipt where it is", async () => {
  const visitor = await signedIn(world, "carla");
  const theirs = new Payment(visitor, "1003");
  const [number = ""] = unpaidInvoices(world, "1003")(1);
  const receipt = await visitor.open(await payConfirmed(theirs, number));
  const madeUp = await whileRefused(400, () =>
    visitor.open(`${paymentPaths.failed}?paymentId=invented&crypt=@00`),
  );
  expect(textOf(madeUp)).toContain("We couldn't find this payment under Brightwater");
  expect(cardText(await visitor.open(addressOf(receipt)), "Receipt")).toContain(`Invoice ${number}`);
});

it("a refusal is no failure if the API has the money already", async () => {
  const visitor = await signedIn(world, "carla");
  const [, number = ""] = unpaidInvoices(world, "1003")(2);
  const back = await payConfirmed(new Payment(visitor, "1003"), number);
  const page = await whileRefused(400, async () => {
    sql`UPDATE invoices SET outstanding_pence = 0, pending_until_at = NULL WHERE invoice_number = ${Number(number)}`;
    return visitor.open(back);
  });
  expect(headingOf(page)).toBe("We're checking your payment");
  expect(textOf(page)).not.toContain("No money has been taken");
});

it("an invoice that a colleague is just beginning to pay is begun once", async () => {
  const [number = ""] = unpaid(1);
  const theirs = new Payment(await signedIn(world, "anna", "1001"));
  const [own, other] = [await payment.review([number]), await theirs.review([number])];
  let begins = 0;
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const pages = await world.api.scripted(
    ({ path }) => {
      if (!path.endsWith("BeginPaymentTransaction")) return undefined;
      begins += 1;
      return answered;
    },
    async () => {
      const first = payment.payNow(own);
      await expect.poll(() => begins).toBe(1);
      const second = theirs.payNow(other);
      // It would begin during the calls to the API that come before it.
      const calls = world.api.calls.length;
      await theirs.visitor.get(paymentPaths.review);
      expect(world.api.calls.length).toBeGreaterThan(calls);
      answer();
      return Promise.all([first, second]);
    },
  );
  expect(begins).toBe(1);
  expect(pages[0].$("#card-provider")).toHaveLength(1);
  expect(messageOf(await theirs.visitor.follow(pages[1]))).toContain(
    `Invoice ${number} is already being paid.`,
  );
});

it("a link with a long made-up return keeps nobody from signing in", async () => {
  const visitor = world.visitor();
  const login = await visitor.open(`${paymentPaths.succeeded}?paymentId=1&crypt=@${"0".repeat(2_500)}`);
  expect(headingOf(await signIn(visitor, login))).toBe("Dashboard");
});

it("a long address that waits for the sign-in gives way to a return", async () => {
  const [number = ""] = unpaid(1);
  const back = await inAnotherTab(payment, number, "paid");
  const visitor = world.visitor();
  await visitor.open(`/invoices?search=${"x".repeat(1_900)}`);
  expect(textOf(await signIn(visitor, await visitor.open(back)))).toContain(thanks);
});

it("a payment that has failed stays failed when its invoice is paid afterwards", async () => {
  const [number = ""] = unpaid(1);
  const failed = await anna.open(await inAnotherTab(payment, number, "declined"));
  expect(headingOf(failed)).toBe("Payment failed");
  await anna.open(await inAnotherTab(payment, number, "paid"));
  expect(headingOf(await anna.open(addressOf(failed)))).toBe("Payment failed");
});

it("two failed payments that are told at once name each its own invoice", async () => {
  const visitor = await signedIn(world, "anna", "1001");
  const theirs = new Payment(visitor);
  const numbers = unpaid(2);
  const backs = [
    await inAnotherTab(theirs, numbers[0]!, "declined"),
    await inAnotherTab(theirs, numbers[1]!, "declined"),
  ];
  await visitor.post("/logout");
  await visitor.open(backs[0]!);
  await signIn(visitor, await visitor.open(backs[1]!));
  for (const [index, back] of backs.entries())
    expect(cardText(await visitor.open(back), "What you were paying")).toContain(`Invoice ${numbers[index]}`);
});

it("a payment is completed in its own account, whatever another one with an open payment answers", async () => {
  const visitor = await signedIn(world, "anna", "1001");
  const [number = "", other = ""] = unpaid(2);
  sql`UPDATE invoices SET client_id = '1002' WHERE invoice_number = ${Number(other)}`;
  const back = await inAnotherTab(new Payment(visitor), number, "paid");
  await visitor.post("/switch-account", { account: "1002" });
  // Newer, so its account is asked first.
  expect((await new Payment(visitor, "1002").begin([other])).$("#card-provider")).toHaveLength(1);
  const receipt = await world.api.answering(
    ({ path, headers }) => path.endsWith("CompletePaymentTransaction") && headers["x-client-id"] === "1002",
    { status: 400 },
    () => visitor.open(back),
  );
  expect(cardText(receipt, "Receipt")).toContain(`Invoice ${number}`);
});

it("a second redirect without the crypt doesn't replace a return that waits", async () => {
  const [number = ""] = unpaid(1);
  const back = await inAnotherTab(payment, number, "paid");
  const waiting = await whileRefused(429, async () => {
    await anna.open(back);
    return anna.open(back.replace(/&crypt=[^&]*/, ""));
  });
  expect(cardText(await anna.open(addressOf(waiting)), "Receipt")).toContain(`Invoice ${number}`);
});

it.each(["%27", "a+b", "%2A", "x".repeat(5_000)])("?payment=%s shows no payment", async (name) => {
  const visitor = await signedIn(world, "carla");
  const page = await visitor.open(`${paymentPaths.succeeded}?payment=${name}`);
  expect([page.status, textOf(page).includes("There's no payment to show here.")]).toEqual([200, true]);
});

it("a return that finds the session ended waits for its person, and not in the browser for whoever signs in next", async () => {
  const visitor = await signedIn(world, "anna", "1001");
  const [number = ""] = unpaid(1);
  const back = await inAnotherTab(new Payment(visitor), number, "paid");
  // The session ends elsewhere, so the browser still has its cookie.
  const cookie = visitor.cookie("session") ?? "";
  await visitor.post("/logout");
  visitor.setCookie("session", cookie);
  const login = await visitor.open(back);
  // The sealed crypt alone would be longer.
  expect(visitor.cookie("visit")?.length).toBeLessThan(600);
  expect(textOf(await signIn(visitor, login))).toContain(thanks);
});
