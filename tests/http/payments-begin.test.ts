import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { request } from "undici";
import { describe, expect, it } from "vitest";
import { anna } from "../support/anna.ts";
import type { Script } from "../support/api-tap.ts";
import {
  cardFormOf,
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
import { attributesOf, headingOf, messageOf, textOf, type Page } from "../support/visitor.ts";
import { otherCardOrigin, world } from "../support/world.ts";

startPaying();

const summaryOf = ({ $ }: Page) => $("[role=alert]").text().replace(/\s+/g, " ").trim();

describe("the page that leads to the card provider", () => {
  it("holds the four fields, names the provider in its policy, and has one script, which posts the form", async () => {
    const page = await payment.begin(unpaid(1));
    expect(attributesOf(page, "#card-provider input", "name")).toEqual([
      "VPSProtocol",
      "TxType",
      "Vendor",
      "Crypt",
    ]);
    expect(page.$("#card-provider button").text().trim()).toBe("Continue to payment");
    expect(page.$(`a[href='${paymentPaths.review}']`).text()).toContain("Review your payment");
    const policy = page.headers.get("content-security-policy") ?? "";
    // The embedded identity provider, where signing out leads, shares its origin with the embedded card page.
    const { origin } = new URL(cardFormOf(page).sagePayUrl);
    expect(/form-action ([^;]*)/.exec(policy)?.[1]).toBe(`'self' ${origin} ${otherCardOrigin}`);
    const scripts = page.$("script");
    expect([scripts.length, scripts.attr("src")]).toEqual([1, undefined]);
    expect(policy).toContain(`'nonce-${scripts.attr("nonce")}'`);
    expect(page.headers.get("cache-control")).toBe("no-store");
  });

  it("comes once, by a GET that names no payment: Back from the card provider shows the review", async () => {
    const numbers = unpaid(1);
    const pressed = await payment.press(await payment.review(numbers));
    expect([pressed.status, pressed.location]).toEqual([303, paymentPaths.review]);
    for (const [name, value] of [
      ["accept", "*/*"],
      ["sec-purpose", "prefetch"],
    ] as const)
      expect((await anna.get(paymentPaths.review, { [name]: value })).$("#card-provider").length).toBe(0);
    expect(headingOf(await anna.get(paymentPaths.review))).toBe("Continue to payment");
    const back = await anna.get(paymentPaths.review);
    expect([headingOf(back), back.$("#card-provider").length]).toEqual(["Review your payment", 0]);
    expect(textOf(back)).toContain("You didn't finish this payment.");
    expect(ledgerCalls(await ledgerOf(world, numbers))).toEqual(["Begin started"]);
  });

  it("doesn't come for a press that was answered after the payment had ended", async () => {
    const review = await payment.review(unpaid(1));
    const page = await payment.payNow(review);
    await payment.press(review);
    await anna.open(await payment.atCardProvider(page, "declined"));
    const again = await anna.get(paymentPaths.review);
    expect([headingOf(again), again.$("#card-provider").length]).toEqual(["Review your payment", 0]);
  });

  it("doesn't come for a press whose answer was lost, once something else is selected", async () => {
    await payment.press(await payment.review(unpaid(1)));
    const other = await payment.review(unpaid(2).slice(1));
    expect([headingOf(other), other.$("#card-provider").length]).toEqual(["Review your payment", 0]);
  });

  it("stays the same after further presses of Pay Now, with one Begin", async () => {
    const numbers = unpaid(3);
    const review = await payment.review(numbers);
    const presses = await Promise.all(Array.from({ length: 8 }, () => payment.press(review)));
    // A browser only follows the last press's redirect.
    const pages = [await anna.follow(presses.at(-1)!), await payment.payNow(review)];
    pages.push(await payment.payNow(await anna.get(paymentPaths.review)));
    expect(new Set(pages.map((page) => cardFormOf(page).crypt)).size).toBe(1);
    expect(ledgerCalls(await ledgerOf(world, numbers))).toEqual(["Begin started"]);
  });

  it("never leads to a host that isn't configured", async () => {
    const page = await payment.begin(unpaid(1), { billingSurname: "Elsewhere" });
    expect(page.status).toBe(502);
    expect(textOf(page)).toContain("There was an error getting the sagepay url");
    expect(page.text).not.toContain("cards.elsewhere.example");
    expect(page.text).not.toMatch(/@[0-9A-F]{64}/);
  });
});

describe("when Begin fails", () => {
  const failure = "There was an error getting the sagepay url";
  const typed = { billingCity: "Robin Hood's Bay" };
  const begins = "/api/Payment/BeginPaymentTransaction";

  /** Expects the form as it was typed, with the message that the payment may have begun. */
  function expectPerhapsBegun(page: Page): void {
    expect(headingOf(page)).toBe("Review your payment");
    expect(page.$("input[name=billingCity]").val()).toEqual(typed.billingCity);
    expect(summaryOf(page)).toContain(failure);
    expect(summaryOf(page)).toContain(
      "We couldn't confirm that your payment had started. No money has been taken. You can pay any invoices marked 'Payment processing' later.",
    );
  }

  it.each([
    ["down", 503],
    ["500", 502],
    ["nonsense", 502],
  ] as const)("(%s) the form as typed says so, and its next press pays", async (kind, status) => {
    const numbers = unpaid(1);
    const review = await payment.review(numbers);
    world.provider.faults.add({ kind, path: begins, delayMs: 0 });
    const page = await payment.payNow(review, typed);
    expect(page.status).toBe(status);
    expectPerhapsBegun(page);
    expect(cardText(page, "Invoices to pay")).not.toContain("Payment processing");
    world.provider.faults.clear();
    expect(await ledgerOf(world, numbers)).toEqual([]);
    expect(cardFormOf(await payment.payNow(page)).crypt).toMatch(/^@/);
  });

  it.each([
    [429, 503, "The service is too busy right now. Please try again in a moment."],
    [413, 502, failure],
  ])(
    "with a %i nothing has begun: the form as typed says so, and the same press pays",
    async (status, shown, text) => {
      const numbers = unpaid(1);
      const review = await payment.review(numbers);
      const page = await world.api.answering("BeginPaymentTransaction", { status }, () =>
        payment.payNow(review, typed),
      );
      expect([page.status, page.$("input[name=billingCity]").val()]).toEqual([shown, typed.billingCity]);
      expect(summaryOf(page)).toContain(text);
      expect(summaryOf(page)).not.toContain("We couldn't confirm");
      expect(cardFormOf(await payment.payNow(review, typed)).crypt).toMatch(/^@/);
      expect(ledgerCalls(await ledgerOf(world, numbers))).toEqual(["Begin started"]);
    },
  );

  it("further presses, even in another tab, make no second call, and each page shows the error", async () => {
    const review = await payment.review(unpaid(1));
    const press = () => payment.payNow(review, typed);
    const [pages, calls] = await world.api.record(() =>
      world.api.failing("BeginPaymentTransaction", async () => [
        ...(await Promise.all([press(), press(), press()])),
        await press(),
      ]),
    );
    for (const page of pages) expectPerhapsBegun(page);
    expect(calls.filter(({ path }) => path.endsWith("BeginPaymentTransaction"))).toHaveLength(1);
  });

  it("of two presses at once, the one that reads the invoices after the other's end shows the same error", async () => {
    const review = await payment.review(unpaid(1));
    const [bothRead, firstEnded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let reads = 0;
    const script: Script = async ({ method, path }) => {
      if (path.endsWith("BeginPaymentTransaction")) return { status: 500 };
      if (method !== "GET" || !path.startsWith("/Invoice/")) return undefined;
      reads += 1;
      if (reads === 1) return bothRead.promise;
      if (reads > 2) return undefined;
      bothRead.resolve();
      return firstEnded.promise;
    };
    const [pages, calls] = await world.api.record(() =>
      world.api.scripted(script, () => {
        const presses = [payment.payNow(review, typed), payment.payNow(review, typed)];
        void Promise.race(presses).then(() => firstEnded.resolve());
        return Promise.all(presses);
      }),
    );
    for (const page of pages) expectPerhapsBegun(page);
    expect(calls.filter(({ path }) => path.endsWith("BeginPaymentTransaction"))).toHaveLength(1);
  });

  it.each(["Lost", "Late500"])("(%s) the payment does not begin a second time", async (billingSurname) => {
    const numbers = unpaid(1);
    const page = await payment.begin(numbers, { ...typed, billingSurname });
    expectPerhapsBegun(page);
    expect(cardText(page, "Invoices to pay")).toContain("Payment processing");
    const list = await anna.follow(await payment.payNow(page, typed));
    expect(headingOf(list)).toBe("Make a Payment");
    expect(messageOf(list)).toContain(`Invoice ${numbers[0]} is already being paid.`);
    await payment.select(numbers);
    expect(ledgerCalls(await ledgerOf(world, numbers))).toEqual(["Begin started"]);
  });
});

it("a return whose payment Begin named asks no other account: not the current one, nor where another is open", async () => {
  const visitor = await signedIn(world, "anna", "1001");
  const numbers = unpaid(1);
  const theirs = new Payment(visitor);
  const back = await theirs.atCardProvider(await theirs.begin(numbers), "paid");
  await visitor.post("/switch-account", { account: "1002" });
  const theirsElsewhere = new Payment(visitor, "1002");
  await theirsElsewhere.begin(unpaidInvoices(world, "1002")(1));
  const asked: unknown[] = [];
  const opened = await world.api.scripted(
    ({ path, headers }) => {
      if (!path.endsWith("CompletePaymentTransaction")) return undefined;
      asked.push(headers["x-client-id"]);
      return asked.length === 1 ? { status: 400 } : undefined;
    },
    async () => [await visitor.open(`${back}00`), await visitor.open(back), await visitor.open(`${back}11`)],
  );
  expect(asked).toEqual(["1001", "1001"]);
  expect(opened.map(headingOf)).toEqual([
    "We're checking your payment",
    "Payment received",
    "Payment received",
  ]);
});

it("a payment without scripts takes at most 7 requests and 40 KB from the invoice to the receipt", async () => {
  const [number = ""] = unpaid(1);
  const cookie = `session=${anna.cookie("session")}`;
  let [requests, bytes] = [0, 0];
  const ask = async (path: string, fields?: URLSearchParams) => {
    const reply = await request(new URL(path, world.portal.url), {
      method: fields ? "POST" : "GET",
      headers: {
        cookie,
        accept: "text/html",
        "accept-encoding": "gzip, br",
        ...(fields && { "content-type": "application/x-www-form-urlencoded", origin: world.portal.url }),
      },
      body: fields?.toString() ?? null,
    });
    const body = Buffer.from(await reply.body.arrayBuffer());
    requests += 1;
    bytes += body.length;
    const encoding = reply.headers["content-encoding"];
    const text =
      encoding === "br" ? brotliDecompressSync(body) : encoding === "gzip" ? gunzipSync(body) : body;
    return { text: text.toString(), location: String(reply.headers.location ?? "") };
  };
  const invoice = await ask(`/invoices/${number}`);
  expect(invoice.text).toContain("Pay this invoice");
  const selected = await ask(
    paymentPaths.list,
    new URLSearchParams({ account: "1001", select: number, next: "proceed" }),
  );
  const review = await ask(selected.location);
  const [, intent = ""] = /name="payment"[^>]*value="([^"]+)"/.exec(review.text) ?? [];
  const pressed = await ask(
    paymentPaths.review,
    new URLSearchParams({ account: "1001", payment: intent, ...cardholder }),
  );
  const pay = await ask(pressed.location);
  const [, crypt = ""] = /name="Crypt"[^>]*value="([^"]+)"/.exec(pay.text) ?? [];
  const [, sagePayUrl = ""] = /id="card-provider"[^>]*action="([^"]+)"/.exec(pay.text) ?? [];
  const back = await fetch(new URL("card-payment", sagePayUrl), {
    method: "POST",
    body: new URLSearchParams({ Crypt: crypt, outcome: "paid" }),
    redirect: "manual",
  });
  const away = new URL(back.headers.get("location") ?? "");
  const receipt = await ask((await ask(away.pathname + away.search)).location);
  expect(receipt.text).toContain(thanks);
  expect(requests).toBeLessThanOrEqual(7);
  expect(bytes).toBeLessThanOrEqual(40 * 1024);
});
