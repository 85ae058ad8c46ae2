import { describe, expect, it } from "vitest";
import { anna } from "../support/anna.ts";
import { outstandingOf } from "../support/invoices.ts";
import {
  addressOf,
  cardholder,
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
import { cardText, signedIn } from "../support/signed-in.ts";
import { headingOf, textOf, textsOf, titleOf } from "../support/visitor.ts";
import { sql, world } from "../support/world.ts";

startPaying();

describe("coming back from the card provider", () => {
  it("after paying shows the receipt at an address without a query, even after a reload", async () => {
    const numbers = unpaid(3);
    const due = outstandingOf(numbers);
    const back = await payment.atCardProvider(await payment.begin(numbers), "paid");
    const arrived = await anna.get(back);
    expect([arrived.status, arrived.location]).toEqual([303, paymentPaths.succeeded]);
    expect(arrived.headers.get("referrer-policy")).toBe("no-referrer");
    expect(arrived.headers.get("cache-control")).toBe("no-store");
    const page = await anna.follow(arrived);
    expect(titleOf(page)).toBe("Customer Portal - Payment result");
    expect(textOf(page)).toContain(`Payment received${due} for ${numbers.length} invoices${thanks}`);
    expect(textOf(page)).toContain("It may take a while for your invoices to show as Paid");
    expect(textsOf(page, "#transaction dt")).toEqual([
      "Date",
      "Transaction ID",
      "Amount",
      "Payment Type",
      "Authorisation Code",
    ]);
    expect(cardText(page, "Transaction Details")).toContain(due);
    expect(cardText(page, "Receipt")).toContain("Harbour & Pine Ltd");
    for (const number of numbers) expect(cardText(page, "Receipt")).toContain(number);
    expect(page.$("main a[href='/invoices']").text()).toContain("Back to Invoices");
    expect(page.$("script").length).toBe(0);
    expect(cardText(await anna.get(paymentPaths.succeeded), "Transaction Details")).toBe(
      cardText(page, "Transaction Details"),
    );
    expect((await anna.get(paymentPaths.review)).location).toBe(paymentPaths.list);
    expect(ledgerCalls(await ledgerOf(world, numbers))).toEqual(["Begin started", "Complete paid"]);
  });

  it("several times at once, also at the wrong address, makes one Complete and shows the same receipt", async () => {
    const numbers = unpaid(1);
    const back = await payment.atCardProvider(await payment.begin(numbers), "paid");
    const wrong = back.replace("payment-succeeded", "payment-failed");
    const pages = await Promise.all([back, wrong, back, wrong, back].map((path) => anna.open(path)));
    pages.push(await anna.open(wrong));
    expect(new Set(pages.map((page) => new URL(page.url).pathname))).toEqual(
      new Set([paymentPaths.succeeded]),
    );
    expect(pages.every((page) => textOf(page).includes(thanks))).toBe(true);
    expect(ledgerCalls(await ledgerOf(world, numbers))).toEqual(["Begin started", "Complete paid"]);
  });

  it("with a forged answer first still completes the payment, once, by the true answer", async () => {
    const numbers = unpaid(1);
    const back = await payment.atCardProvider(await payment.begin(numbers), "paid");
    const forged = back.replace(/crypt=[^&]*/, "crypt=@00");
    expect(textOf(await anna.open(forged))).toContain("Please don't pay again");
    for (const path of [back, back, forged]) expect(textOf(await anna.open(path))).toContain(thanks);
    const calls = ledgerCalls(await ledgerOf(world, numbers));
    expect(calls).toEqual(["Begin started", "Complete unreadable", "Complete paid"]);
  });

  it.each([
    ["declined", "Archer", "Your bank declined the card. No money has been taken."],
    ["cancelled", "Archer", "You cancelled the payment. No money has been taken."],
    [
      "rejected",
      "Archer",
      "Our card provider didn't accept the payment (code 2001). No money has been taken.",
    ],
    ["error", "Archer", "Our card provider didn't accept the payment (code 5036). No money has been taken."],
    ["declined", "Recorded", "No money has been taken."],
  ] as const)(
    "(%s, %s) says that the payment failed, and the next try pays",
    async (outcome, surname, why) => {
      const numbers = unpaid(1);
      const page = await payment.through(numbers, outcome, surname);
      expect(headingOf(page)).toBe("Payment failed");
      expect(addressOf(page)).toMatch(/^\/invoices\/payment-failed\?payment=[\w-]{22}$/);
      expect(titleOf(page)).toBe("Customer Portal - Payment failed");
      expect(textOf(page)).toContain(`Your payment has failed.${why}`);
      expect(textOf(page)).toContain(
        "You can view your invoices or click 'Try again' to review your details and retry your payment.",
      );
      const links = page
        .$("main a")
        .map((_, link) => `${page.$(link).text().trim()} ${page.$(link).attr("href")}`);
      expect(links.get()).toEqual([`Try again ${paymentPaths.review}`, "Manage Invoices /invoices"]);
      const review = await anna.get(paymentPaths.review);
      expect(review.$("[name=billingSurname]").val()).toBe(surname);
      const again = await anna.open(await payment.atCardProvider(await payment.payNow(review), "paid"));
      expect(textOf(again)).toContain(thanks);
      expect(ledgerCalls(await ledgerOf(world, numbers))).toEqual([
        "Begin started",
        "Complete failed",
        "Begin started",
        "Complete paid",
      ]);
    },
  );

  it("after paying, but at the address for failure, shows the receipt, because the API's answer decides", async () => {
    const page = await payment.through(unpaid(1), "wrong-address");
    expect(new URL(page.url).pathname).toEqual(paymentPaths.succeeded);
    expect(textOf(page)).toContain(thanks);
  });

  it("with a garbled answer shows an unknown outcome, and asks not to pay again", async () => {
    const numbers = unpaid(1);
    const page = await payment.through(numbers, "garbled");
    expect(textOf(page)).toContain("Please don't pay again");
    expect(textOf(page)).not.toContain("Your payment has failed.");
    expect(ledgerCalls(await ledgerOf(world, numbers))).toEqual(["Begin started", "Complete unreadable"]);
  });

  it.each(["CompleteError500", "CompleteLate500", "CompleteLost"])(
    "while Complete fails (%s) shows an unknown outcome, and calls Complete once at most",
    async (surname) => {
      const numbers = unpaid(1);
      const before = world.portal.log.length;
      const page = await payment.through(numbers, "paid", surname);
      expect([headingOf(page), page.status]).toEqual(["We're checking your payment", 200]);
      expect(textOf(page)).toContain("Please don't pay again");
      expect((await ledgerOf(world, numbers)).filter(({ call }) => call === "Complete").length).toBeLessThan(
        2,
      );
      // We log it for the person on call.
      const told = () => world.portal.log.slice(before).map(({ msg }) => msg);
      await expect.poll(told).toContain("nobody knows what became of a payment");
    },
  );

  it("with a token that the API refuses completes the payment after the next sign-in", async () => {
    const visitor = await signedIn(world, "anna", "1001");
    const theirs = new Payment(visitor);
    const [number = ""] = unpaid(1);
    const back = await theirs.atCardProvider(await theirs.begin([number]), "paid");
    world.provider.faults.add({ kind: "401", path: "/api/Payment/Complete", delayMs: 0 });
    const login = await visitor.open(back);
    expect(login.url).toMatch(/\/login\?[^@]*$/);
    world.provider.faults.clear();
    // As a person would: sign in, choose the account, and arrive. The return's address isn't needed.
    await visitor.follow(await visitor.submit(login, 'form[action^="/login"]'));
    const arrived = await visitor.follow(await visitor.post("/switch-account", { account: "1001" }));
    expect(new URL(arrived.url).pathname).toEqual(paymentPaths.succeeded);
    expect(textOf(arrived)).toContain(thanks);
    expect(cardText(arrived, "Receipt")).toContain(number);
    expect(
      ledgerCalls(await ledgerOf(world, [number])).filter((one) => one === "Complete paid"),
    ).toHaveLength(1);
  });

  it("after a switch of account still completes the payment, and the receipt names the account that paid", async () => {
    const numbers = unpaid(1);
    const back = await payment.atCardProvider(await payment.begin(numbers), "paid");
    await anna.post("/switch-account", { account: "1002" });
    const page = await anna.open(back);
    await anna.post("/switch-account", { account: "1001" });
    expect(textOf(page)).toContain(thanks);
    expect(cardText(page, "Receipt")).toContain("Harbour & Pine Ltd");
    expect(cardText(page, "Receipt")).toContain(numbers[0] ?? "?");
    expect(ledgerCalls(await ledgerOf(world, numbers))).toEqual(["Begin started", "Complete paid"]);
  });

  it("names its own invoice, though another payment of the same amount is open: Begin has named its id", async () => {
    const [first = "", second = ""] = unpaid(2);
    sql`UPDATE invoices SET outstanding_pence = 4321 WHERE invoice_number IN (${Number(first)}, ${Number(second)})`;
    const back = await payment.atCardProvider(await payment.begin([first]), "paid");
    await payment.select([], "none");
    await payment.begin([second]);
    const receipt = cardText(await anna.open(back), "Receipt");
    expect([receipt.includes(`Invoice ${first}`), receipt.includes(second)]).toEqual([true, false]);
  });

  it("while Complete answers 409, 429 or 413 shows an unknown outcome, and the next load completes it", async () => {
    const [number = ""] = unpaid(1);
    const back = await payment.atCardProvider(await payment.begin([number]), "paid");
    let address = "";
    for (const status of [409, 429, 413]) {
      const page = await world.api.answering("CompletePaymentTransaction", { status }, () => anna.open(back));
      expect([page.status, headingOf(page)]).toEqual([200, "We're checking your payment"]);
      expect(textOf(page)).toContain("Please don't pay again");
      address = addressOf(page);
    }
    const heard = await anna.open(address);
    expect(textOf(heard)).toContain(thanks);
    expect(cardText(heard, "Receipt")).toContain(`Invoice ${number}`);
  });

  it.each(["404", "403"] as const)(
    "while Complete answers %s shows an unknown outcome and no older receipt, and later loads try again",
    async (kind) => {
      const [number = ""] = unpaid(1);
      const back = await payment.atCardProvider(await payment.begin([number]), "paid");
      const before = world.portal.log.length;
      world.provider.faults.add({ kind, path: "/api/Payment/Complete", delayMs: 0 });
      let path = back;
      for (let loads = 0; loads < 2; loads += 1) {
        const page = await anna.open(path);
        expect(headingOf(page)).toBe("We're checking your payment");
        expect(textOf(page)).toContain("Please don't pay again");
        path = page.$("main a:contains('Check again')").attr("href") ?? "";
        expect(path).toBe(addressOf(page));
        expect(path).not.toContain("crypt");
      }
      const told = () => world.portal.log.slice(before).map(({ msg }) => msg);
      await expect.poll(told).toContain("nobody knows what became of a payment");
      world.provider.faults.clear();
      const heard = await anna.open(path);
      expect(textOf(heard)).toContain(thanks);
      expect(cardText(heard, "Receipt")).toContain(`Invoice ${number}`);
    },
  );

  it("without a session hides the answer until the sign-in, which completes the payment", async () => {
    const visitor = await signedIn(world, "anna", "1001");
    const theirs = new Payment(visitor);
    const back = await theirs.atCardProvider(await theirs.begin(unpaid(1)), "paid");
    visitor.clearCookiesOf(new URL(visitor.origin).hostname);
    const login = await visitor.open(`${back}&pad=${"x".repeat(3_000)}`);
    expect(login.url + login.text).not.toContain("crypt=");
    await visitor.follow(await visitor.submit(login, 'form[action^="/login"]'));
    const arrived = await visitor.follow(await visitor.post("/switch-account", { account: "1001" }));
    expect(textOf(arrived)).toContain(thanks);
  });

  it("with a forged paymentId finds no payment, and an earlier receipt stays at its address", async () => {
    const visitor = await signedIn(world, "carla");
    const account = "1003";
    const theirs = new Payment(visitor, account);
    // The second press confirms the postcode.
    const begun = await theirs.payNow(await theirs.begin(unpaidInvoices(world, account)(1)));
    const paid = await visitor.open(await theirs.atCardProvider(begun, "paid"));
    const forged = await visitor.open(`${paymentPaths.succeeded}?paymentId=none&crypt=@00`);
    expect(textOf(forged)).toContain("We couldn't find this payment under Brightwater");
    expect(textOf(forged)).not.toContain(thanks);
    const receipt = cardText(await visitor.open(paymentPaths.succeeded), "Transaction Details");
    expect(receipt).toBe(cardText(paid, "Transaction Details"));
  });

  it("by a prefetch or a HEAD completes nothing, and is no error in the log", async () => {
    const numbers = unpaid(1);
    const from = world.portal.log.length;
    const back = await payment.atCardProvider(await payment.begin(numbers), "paid");
    for (const headers of [
      { "sec-purpose": "prefetch" },
      { "sec-purpose": "prefetch;prerender" },
      { purpose: "prefetch" },
    ] as Record<string, string>[])
      expect((await anna.get(back, headers)).status).toBe(425);
    expect((await anna.send(back, { method: "HEAD" })).status).toBe(425);
    expect(world.portal.log.slice(from).filter(({ level }) => level === "error")).toEqual([]);
    expect(ledgerCalls(await ledgerOf(world, numbers))).toEqual(["Begin started"]);
    expect(textOf(await anna.open(back))).toContain(thanks);
  });

  it("with an unknown paymentId, also without a crypt, or without anything says that there is no such payment", async () => {
    const visitor = await signedIn(world, "dev", "1004");
    const nothing = await visitor.get(paymentPaths.failed);
    expect([nothing.status, titleOf(nothing)]).toEqual([200, "Customer Portal - Payment result"]);
    expect(textOf(nothing)).toContain("Payment resultThere's no payment to show here.");
    for (const query of ["paymentId=1", "paymentId=<script>&crypt=@00"]) {
      const bogus = await visitor.open(`${paymentPaths.succeeded}?${query}`);
      expect(addressOf(bogus)).toMatch(/^\/invoices\/payment-succeeded(\?payment=[\w-]{22})?$/);
      expect(textOf(bogus)).toContain("We couldn't find this payment under Copperfield");
      expect(textOf(bogus)).not.toContain("Thank you");
    }
  });
});

it("the log holds no crypt and no address of a cardholder", () => {
  const log = JSON.stringify(world.portal.log);
  expect(log).not.toMatch(/@[0-9A-F]{32}/);
  expect(log).not.toContain(cardholder.billingAddress1);
  expect(log).not.toContain("crypt=");
});
