import { afterEach, beforeAll } from "vitest";
import type { OutcomeName } from "#provider/card/outcomes.ts";
import { pressButton } from "#provider/payments/testing/pay.ts";
import { anna, startWithAnna } from "./anna.ts";
import type { Page, Visitor } from "./visitor.ts";
import { world, type World, type WorldOptions } from "./world.ts";

/** The addresses of a payment's pages, in order. */
export const paymentPaths = {
  list: "/invoices/make-a-payment",
  review: "/invoices/payment-summary",
  succeeded: "/invoices/payment-succeeded",
  failed: "/invoices/payment-failed",
} as const;

/** What Anna types on the review page. */
export const cardholder = {
  billingFirstnames: "Anna",
  billingSurname: "Archer",
  billingAddress1: "14 Fisher Street",
  billingAddress2: "",
  billingCity: "Whitby",
  billingPostCode: "YO21 3PU",
};

/** The message after a successful payment. */
export const thanks =
  "Thank you, your payment has been received. A copy of your receipt has been emailed to you.";

/** A payment's steps, used without scripts by someone who's signed in. */
export class Payment {
  readonly visitor: Visitor;
  readonly #account: string;

  constructor(visitor: Visitor, account = "1001") {
    this.visitor = visitor;
    this.#account = account;
  }

  /** Posts the list's form with these invoices ticked and the button `next` pressed. */
  select(numbers: readonly string[], next = "proceed"): Promise<Page> {
    const fields = new URLSearchParams({ account: this.#account, next });
    for (const number of numbers) fields.append("select", number);
    return this.visitor.post(paymentPaths.list, fields);
  }

  /** Ticks as many invoices as a payment can have. */
  fill(): Promise<Page> {
    return this.select(
      Array.from({ length: 200 }, (_, index) => `none-${index}`),
      "",
    );
  }

  async review(numbers: readonly string[]): Promise<Page> {
    return this.visitor.follow(await this.select(numbers));
  }

  /** Presses Pay Now on the review page; resolves with the answer itself. */
  press(review: Page, typed: Readonly<Record<string, string>> = {}): Promise<Page> {
    return this.visitor.submit(review, "form:has(input[name=payment])", { ...cardholder, ...typed });
  }

  /** Presses Pay Now on the review page; resolves with the page that it leads to. */
  async payNow(review: Page, typed: Readonly<Record<string, string>> = {}): Promise<Page> {
    return this.visitor.follow(await this.press(review, typed));
  }

  async begin(numbers: readonly string[], typed: Readonly<Record<string, string>> = {}): Promise<Page> {
    return this.payNow(await this.review(numbers), typed);
  }

  /** Presses a button of the card provider's page; resolves with the address of the return to the portal. */
  async atCardProvider(page: Page, outcome: OutcomeName): Promise<string> {
    const reply = await pressButton(cardFormOf(page), outcome);
    const returnUrl = new URL(reply.headers.get("location") ?? "");
    return returnUrl.pathname + returnUrl.search;
  }

  /** Makes a payment from the list to the page with its outcome. */
  async through(numbers: readonly string[], outcome: OutcomeName, surname = "Archer"): Promise<Page> {
    const page = await this.begin(numbers, { billingSurname: surname });
    return this.visitor.open(await this.atCardProvider(page, outcome));
  }
}

/** A page's address. A payment's outcome names the payment, unless it's the session's first. */
export function addressOf({ url }: Page): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** The fields of the form that the page posts to the card provider. */
export function cardFormOf({ $ }: Page) {
  const form = $("#card-provider");
  if (form.length === 0) throw new Error(`no way to the card provider: ${$("h1").text()}`);
  const field = (name: string) => String(form.find(`input[name=${name}]`).val());
  return {
    sagePayUrl: form.attr("action") ?? "",
    vpsProtocol: field("VPSProtocol"),
    txType: field("TxType"),
    vendor: field("Vendor"),
    crypt: field("Crypt"),
  };
}

/** An entry of the provider's payment ledger. */
export interface LedgerLine {
  readonly call: "Begin" | "Complete";
  readonly outcome: string;
  readonly paymentId: string | null;
  readonly invoiceNumbers: readonly string[] | null;
  readonly amount: number | null;
}

/** The provider's ledger entries for Begin and Complete with these invoices. */
export async function ledgerOf(
  world: Pick<World, "provider">,
  numbers: readonly string[],
): Promise<LedgerLine[]> {
  const lines = (await (await fetch(`${world.provider.url}/control/ledger`)).json()) as LedgerLine[];
  return lines.filter(({ invoiceNumbers }) => numbers.some((number) => invoiceNumbers?.includes(number)));
}

/** The ledger's lines as texts such as 'Begin started'. */
export const ledgerCalls = (lines: readonly LedgerLine[]) =>
  lines.map(({ call, outcome }) => `${call} ${outcome}`);

/** Creates a function that returns unpaid invoices of an account, each only once. */
export function unpaidInvoices(
  { provider }: Pick<World, "provider">,
  clientId = "1001",
): (count: number) => string[] {
  const rows = provider.db
    .prepare(
      `SELECT invoice_number AS n FROM invoices WHERE client_id = ? AND outstanding_pence BETWEEN 1 AND 500000
       AND pending_until_at IS NULL AND status = 0 ORDER BY issued_at, invoice_number`,
    )
    .all(clientId);
  const numbers = rows.map(({ n }) => String(n));
  return (count) => {
    if (numbers.length < count) throw new Error("no unpaid invoices are left");
    return numbers.splice(0, count);
  };
}

/** Anna's payments, after {@link startPaying}. */
export let payment: Payment;
/** Returns unpaid invoices of her account, each only once. */
export let unpaid: (count: number) => string[];

/** Call at the top of a test file: like {@link startWithAnna}; unticks all invoices after each test. */
export function startPaying(options?: WorldOptions): void {
  startWithAnna(options);
  beforeAll(() => {
    payment = new Payment(anna);
    unpaid = unpaidInvoices(world);
  });
  afterEach(async () => {
    // This hook runs before the one that clears faults, which would make it fail.
    world.provider.faults.clear();
    await payment.select([], "none");
  });
}
