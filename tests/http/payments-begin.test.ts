import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { request } from "undici";
import { describe, expect, it } from "vitest";
import { anna } from "../support/anna.ts";
import {
  callsIn,
  cardholder,
  ledgerOf,
  payment,
  paymentPaths,
  startOn,
  startPaying,
  thanks,
  unpaid,
} from "../support/payment-pages.ts";
import { headingOf, textOf } from "../support/visitor.ts";
import { otherCardOrigin, world } from "../support/world.ts";

startPaying();

describe("the page that leads to the card provider", () => {
  it("holds the four fields, names the provider in its policy, and ships no script but the self-post", async () => {
    const page = await payment.begin(unpaid(1));
    const names = page.$("#card-provider input").map((_, one) => page.$(one).attr("name"));
    expect(names.get()).toEqual(["VPSProtocol", "TxType", "Vendor", "Crypt"]);
    expect(page.$("#card-provider button").text().trim()).toBe("Continue to payment");
    const policy = page.headers.get("content-security-policy") ?? "";
    // The embedded identity provider, where signing out leads, shares its origin with the embedded card page.
    const { origin } = new URL(startOn(page).sagePayUrl);
    expect(/form-action ([^;]*)/.exec(policy)?.[1]).toBe(`'self' ${origin} ${otherCardOrigin}`);
    const scripts = page.$("script");
    expect([scripts.length, scripts.attr("src")]).toEqual([1, undefined]);
    expect(policy).toContain(`'nonce-${scripts.attr("nonce")}'`);
    expect(page.headers.get("cache-control")).toBe("no-store");
  });

  it("is the same after every further press, with one Begin", async () => {
    const numbers = unpaid(3);
    const review = await payment.review(numbers);
    const pages = await Promise.all(Array.from({ length: 8 }, () => payment.payNow(review)));
    pages.push(await payment.payNow(review), await payment.payNow(await anna.get(paymentPaths.review)));
    expect(new Set(pages.map((page) => startOn(page).crypt)).size).toBe(1);
    expect(callsIn(await ledgerOf(world, numbers))).toEqual(["Begin started"]);
  });

  it("never leads to a host that is not configured", async () => {
    const page = await payment.begin(unpaid(1), { billingSurname: "Elsewhere" });
    expect(page.status).toBe(502);
    expect(textOf(page)).toContain("There was an error getting the sagepay url");
    expect(page.text).not.toContain("cards.elsewhere.example");
    expect(page.text).not.toMatch(/@[0-9A-F]{64}/);
  });
});

describe("when Begin fails", () => {
  it.each(["down", "500"] as const)(
    "the API %s: nobody knows whether it began, and the list says so",
    async (kind) => {
      const numbers = unpaid(1);
      const review = await payment.review(numbers);
      const path = "/api/Payment/BeginPaymentTransaction";
      world.provider.faults.add({ kind, path, delayMs: 0 });
      const page = await payment.payNow(review, { billingCity: "Robin Hood's Bay" });
      // A reset or an error may come after the effect: nobody knows, and the person is told so.
      const told = await anna.follow(page);
      expect([headingOf(told), page.status]).toEqual(["Make a Payment", 303]);
      expect(told.text).toContain(
        "We could not confirm that your payment was started. No money has been taken.",
      );
      world.provider.faults.clear();
      expect(await ledgerOf(world, numbers)).toEqual([]);
      expect(startOn(await payment.begin(numbers)).crypt).toMatch(/^@/);
    },
  );

  it.each(["Lost", "Late500"])("%s: nobody knows, nothing begins twice", async (billingSurname) => {
    const numbers = unpaid(1);
    const page = await payment.begin(numbers, { billingSurname });
    expect([page.status, page.location]).toEqual([303, paymentPaths.list]);
    const list = await anna.follow(page);
    expect(list.text).toContain(
      "We could not confirm that your payment was started. No money has been taken. Invoices that show as payment processing can be paid later.",
    );
    await payment.select(numbers);
    expect(callsIn(await ledgerOf(world, numbers))).toEqual(["Begin started"]);
  });
});

describe("the cost without scripts", () => {
  it("is at most 6 requests and 40 KB from the invoice to the receipt", async () => {
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
    const pay = await ask(
      paymentPaths.review,
      new URLSearchParams({ account: "1001", payment: intent, ...cardholder }),
    );
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
    expect(requests).toBeLessThanOrEqual(6);
    expect(bytes).toBeLessThanOrEqual(40 * 1024);
  });
});
