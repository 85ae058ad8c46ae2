import type { OutcomeName } from "#provider/card/outcomes.ts";
import { pressButton } from "#provider/payments/testing/pay.ts";
import { pressings, RETRY_MS, type Answer, type Portals } from "./portals.ts";
import type { Random } from "./random.ts";

/** The ways to return from the card provider. */
export const returns = ["once", "twice", "four at once", "hung up", "wrong page", "reloaded"] as const;
/** Surnames for which answers get lost (docs/scenarios.md); other trials use their intent as the surname. */
export const troubles = [
  "Lost",
  "NoCode",
  "CompleteLost",
  "Late500",
  "CompleteLate500",
  "CompleteError500",
] as const;

export interface Trial {
  readonly invoices: readonly string[];
  readonly pressing: (typeof pressings)[number];
  readonly outcome: Extract<OutcomeName, "paid" | "declined" | "cancelled" | "wrong-address">;
  readonly returning: (typeof returns)[number];
  readonly trouble: (typeof troubles)[number] | undefined;
  /** True if the API answers 200 instead of a refusal where no money was taken. */
  readonly isRecorded: boolean;
}

/** This many trials, each of one invoice, with every way to press and every way to return. */
export function planTrials(
  portals: Portals,
  random: Random,
  count: number,
  outcomes: readonly Trial["outcome"][],
): Trial[] {
  const numbers = portals.invoices();
  const ways = pressings.flatMap((pressing) => returns.map((returning) => ({ pressing, returning })));
  const ends = random.spread(outcomes, count);
  return random.spread(ways, count).map((way, index) => ({
    ...way,
    invoices: [numbers[index]!],
    outcome: ends[index]!,
    trouble: undefined,
    isRecorded: false,
  }));
}

export type ShownOutcome = "paid" | "failed" | "unknown" | "not begun";

export interface Report {
  readonly trial: Trial;
  readonly shownOutcome: ShownOutcome;
  readonly paymentId: string | undefined;
  /** The surnames of the person's payments in the ledger. */
  readonly intents: ReadonlySet<string>;
  /** True if a portal was killed meanwhile. */
  readonly killed: boolean;
  /** True if a portal was killed or answered 503 meanwhile. */
  readonly disturbed: boolean;
  /** For 'not begun': the reason. */
  readonly reason?: string;
}

/** More loads than any payment needs, even after all the account's other payments. */
const MAX_LOADS = 200;

/** One portal may be stopping for as long as a call may take while the other waits for its store. */
const MAX_TRIES = 400;

const pages = { review: "/invoices/payment-summary", list: "/invoices/make-a-payment" };

/** A person with a session who runs one trial after another, paying as impatient people do. */
export class Payer {
  readonly #portals: Portals;
  readonly #cookie: string;
  readonly #random: Random;
  #before: readonly string[] = [];
  /** The form that the former build answers Pay Now with. */
  #start: ReturnType<typeof startOf>;
  /** True if a portal answered 503, such as when its store is busy. */
  #sawOutage = false;

  constructor(portals: Portals, cookie: string, random: Random) {
    this.#portals = portals;
    this.#cookie = cookie;
    this.#random = random;
  }

  async run(trial: Trial, atCardProvider?: () => Promise<void>): Promise<Report> {
    const wasUndisturbed = this.#portals.watchDisturbances();
    const intents = new Set<string>();
    this.#start = undefined;
    this.#sawOutage = false;
    const report = (shownOutcome: ShownOutcome, more: Partial<Report> = {}): Report => {
      const killed = !wasUndisturbed();
      const disturbed = killed || this.#sawOutage;
      return { trial, shownOutcome, paymentId: undefined, intents, killed, disturbed, ...more };
    };
    await this.#select(trial);
    const start = await this.#pay(trial, intents);
    if (typeof start === "string") return report("not begun", { reason: start });
    const back = new URL((await pressButton(start, trial.outcome)).headers.get("location") ?? "");
    await atCardProvider?.();
    const shownOutcome = await this.#comeBack(trial, back.pathname, back.search);
    return report(shownOutcome, { paymentId: back.searchParams.get("paymentId") ?? "" });
  }

  /** Unticks the last trial's invoices, ticks this one's, and proceeds. */
  async #select({ invoices }: Trial): Promise<void> {
    const shown = this.#before.map((number) => ["shown", number] as const);
    const ticked = invoices.map((number) => ["select", number] as const);
    this.#before = invoices;
    const answer = await this.#askUntilAnswered(pages.list, form([...shown, ...ticked, ["next", "proceed"]]));
    if (answer.location !== pages.review) throw new Error(`cannot proceed: ${answer.status}`);
  }

  /** Presses until a page leads to the card provider, or the list says that there's nothing more to press. */
  async #pay(trial: Trial, intents: Set<string>) {
    for (let tries = 0; tries < 5; tries += 1) {
      const review = await this.#askUntilAnswered(pages.review);
      const start = startOf(review) ?? this.#start;
      if (start) return start;
      if (review.status !== 200) return `the review answers ${review.status} ${review.location}`;
      const intent = valueOf(review, "payment") ?? "";
      const surname = `${trial.isRecorded ? "Recorded " : ""}${intent}`.slice(0, 20);
      intents.add(surname);
      await this.#pressPayNow(trial, cardholder(intent, trial.trouble ?? surname));
    }
    return "no press led on";
  }

  async #pressPayNow({ pressing }: Trial, fields: URLSearchParams): Promise<void> {
    const one = (hangUpAfter?: number) => this.#try(pages.review, fields, hangUpAfter);
    if (pressing === "twice") return void (await Promise.all([one(), one()]));
    if (pressing === "five at once") return void (await Promise.all([one(), one(), one(), one(), one()]));
    if (pressing === "hung up") await one(this.#random.below(60));
    if (pressing === "two tabs") {
      await this.#askUntilAnswered(pages.review);
      return void (await Promise.all([one(), one()]));
    }
    if (pressing === "reloaded") await one();
    await one();
  }

  async #comeBack({ returning }: Trial, path: string, search: string): Promise<ShownOutcome> {
    const other = path.endsWith("failed") ? "/invoices/payment-succeeded" : "/invoices/payment-failed";
    const one = (to = path, hangUpAfter?: number) => this.#try(to + search, undefined, hangUpAfter);
    if (returning === "four at once") await Promise.all([one(), one(), one(other), one()]);
    else if (returning === "hung up") await one(path, this.#random.below(60));
    else if (returning === "wrong page") await one(other);
    else if (returning === "twice") await one();
    const arrived = await this.#askUntilAnswered(path + search);
    if (arrived.status !== 303 || /paymentId|crypt/.test(arrived.location))
      throw new Error(`no clean address: ${arrived.status} ${arrived.location}`);
    const shown = await this.#shown(arrived.location);
    const shownOutcome = outcomeShownBy(shown);
    if (returning === "reloaded" && outcomeShownBy(await this.#shown(arrived.location)) !== shownOutcome)
      throw new Error("a reload tells something else");
    return shownOutcome;
  }

  /** The page at the end of all redirects and of pages that check again. */
  async #shown(path: string): Promise<Answer> {
    let answer = await this.#askUntilAnswered(path);
    for (let loads = 0; loads < MAX_LOADS; loads += 1) {
      const next = nextAddressOf(answer);
      if (next === undefined) return answer;
      answer = await this.#askUntilAnswered(next);
    }
    throw new Error(`${path} has no end`);
  }

  async #try(path: string, fields?: URLSearchParams, hangUpAfter?: number): Promise<Answer | undefined> {
    const answer = await this.#portals.ask(this.#random.below(2), this.#cookie, path, fields, hangUpAfter);
    if (answer && isOutage(answer)) this.#sawOutage = true;
    if (answer && fields) this.#start ??= startOf(answer);
    return answer;
  }

  /** Asks again while a portal is down, or has no time for the request. */
  async #askUntilAnswered(path: string, fields?: URLSearchParams): Promise<Answer> {
    let answer: Answer | undefined;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      answer = await this.#try(path, fields);
      if (answer && !isOutage(answer)) return answer;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
    throw new Error(`${path} does not answer: ${answer?.text}`);
  }
}

const isOutage = ({ status }: Answer) => status === 503 || status === 504;

/** The address that a redirect, a waiting page, or one whose return the API hasn't received leads to. */
const nextAddressOf = ({ location, text }: Answer) =>
  location || /<a [^>]*href="([^"]+)"[^>]*>(?:<[^>]*>)*(?:Check now|Check again)</.exec(text)?.[1];

function form(fields: readonly (readonly [string, string])[]): URLSearchParams {
  return new URLSearchParams([["account", "1001"], ...fields].map(([name, value]) => [name!, value!]));
}

function cardholder(intent: string, billingSurname: string): URLSearchParams {
  return form(
    Object.entries({
      payment: intent,
      billingFirstnames: "Anna",
      billingSurname,
      billingAddress1: "14 Fisher Street",
      billingAddress2: "",
      billingCity: "Whitby",
      billingPostCode: "YO21 3PU",
    }),
  );
}

/** The form that the page posts to the card provider. */
function startOf(answer: Answer) {
  const [, sagePayUrl] = /id="card-provider"[^>]* action="([^"]+)"/.exec(answer.text) ?? [];
  if (sagePayUrl === undefined) return undefined;
  const field = (name: string) => valueOf(answer, name) ?? "";
  return {
    sagePayUrl,
    vpsProtocol: field("VPSProtocol"),
    txType: field("TxType"),
    vendor: field("Vendor"),
    crypt: field("Crypt"),
  };
}

const valueOf = ({ text }: Answer, name: string) =>
  new RegExp(`<input[^>]* name="${name}"[^>]* value="([^"]*)"`).exec(text)?.[1];

const headings: Readonly<Record<string, ShownOutcome>> = {
  "Payment received": "paid",
  "Payment failed": "failed",
  "We're checking your payment": "unknown",
};

function outcomeShownBy({ text }: Answer): ShownOutcome {
  const [, heading = ""] = /<h1[^>]*>([^<]*)</.exec(text) ?? [];
  const shownOutcome = headings[heading.replace("&#x27;", "'")];
  if (!shownOutcome) throw new Error(`no known outcome: ${heading}`);
  return shownOutcome;
}

export function repeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) < index);
}
