import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { portalSettings } from "#provider/portal-settings.ts";
import { freePort } from "#server/testing/free-port.ts";
import { ApiTap, type ScriptedAnswer } from "../support/api-tap.ts";
import { firstOrAll } from "../support/long.ts";
import { signedIn } from "../support/signed-in.ts";
import { headingOf, type Page, type Visitor } from "../support/visitor.ts";
import { createWorld, type World } from "../support/world.ts";

const API_SECONDS = 3;
/** Two time-outs, of the page's own call and of its other parts, and a margin for a busy machine. */
const MAX_PAGE_MS = 2 * API_SECONDS * 1_000 + 8_000;
/** How long other people's pages may take meanwhile; on a busy machine, three times as long as before. */
const MAX_OTHER_PAGE_MS = 1_000;
/** How many of them are opened: so many that the first ones don't decide. */
const OTHER_PAGES = 15;

/** 200 MB of spaces. */
const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, " "));
/** Sends a byte a second, without end. */
function drip(res: ServerResponse): void {
  res.writeHead(200, { "content-type": "application/json" }).write("[");
  const timer = setInterval(() => res.write(" "), 1_000);
  res.on("close", () => clearInterval(timer));
}
const never = new Promise<undefined>(() => undefined);

const faults: Readonly<Record<string, ScriptedAnswer | Promise<undefined>>> = {
  hang: never,
  drip: { write: drip },
  "are reset": { isReset: true },
  "answer 204": { status: 204, headers: {} },
  "answer text": { headers: { "content-type": "text/plain" }, body: "ok" },
  "answer HTML": { headers: { "content-type": "text/html" }, body: "<h1>Please sign in</h1>" },
  redirect: { status: 302, headers: { location: "/" } },
  "send a gzip bomb": {
    headers: { "content-type": "application/json", "content-encoding": "gzip" },
    body: bomb,
  },
};

/** Pages by the beginning of the path of a call that only they need. */
const pagesByCall: Readonly<Record<string, string>> = {
  "/Invoice": "/invoices",
  "/SupportTicket": "/tickets",
  "/Quote": "/products/quotes",
  "/License": "/products/subscriptions",
  "/Returns": "/products/returns",
  "/Contact/ContactsBy": "/account/contacts",
  "/Address": "/account/locations",
  "/DirectDebit": "/invoices/manage-direct-debit",
  "/DevicesShop": "/shop/devices",
};
/** The paths of the other services. */
const otherServicePaths = ["files", "feeds", "fibre", "address-lookup", "bank-check"];
const otherServiceSettings = [
  "FILES_URL",
  "BLOG_FEED_URL",
  "CAMPAIGN_FEED_URL",
  "FIBRE_ADDRESSES_URL",
  "FIBRE_PRODUCTS_URL",
  "ADDRESS_LOOKUP_URL",
  "BANK_CHECK_URL",
];

describe.each(firstOrAll(Object.entries(faults)))("while upstreams %s", (_name, fault) => {
  let world: World;
  let otherServices: ApiTap;
  let anna: Visitor;
  let ben: Visitor;
  let invoice: string;

  beforeAll(async () => {
    const port = await freePort();
    otherServices = await ApiTap.start(`http://127.0.0.1:${port}`);
    const settings = portalSettings(otherServices.url);
    const otherServiceUrls = Object.fromEntries(
      otherServiceSettings.map((name) => [name, settings[name] ?? ""]),
    );
    world = await createWorld({
      provider: { port },
      environment: { API_TIMEOUT_SECONDS: String(API_SECONDS), ...otherServiceUrls },
    });
    anna = await signedIn(world, "anna", "1001");
    ben = await signedIn(world, "ben");
    invoice = String(
      world.provider.db.prepare("SELECT invoice_number AS n FROM invoices WHERE client_id = '1001'").get()?.[
        "n"
      ],
    );
  });
  afterAll(async () => {
    await world.close();
    await otherServices.close();
  });

  const isFaulty = ({ path }: { readonly path: string }) =>
    Object.keys(pagesByCall).some((call) => path.startsWith(call));

  it("each page is answered in time, and other people's pages stay fast", async () => {
    const pages: readonly (readonly [string, () => Promise<Page>])[] = [
      ...Object.values(pagesByCall).map((path) => [path, () => anna.get(path)] as const),
      ["/dashboard", () => anna.get("/dashboard")],
      ["an invoice", () => anna.get(`/invoices/${invoice}`)],
      ["an invoice's file", () => anna.get(`/invoices/${invoice}/files/Invoice_${invoice}.pdf`)],
      [
        "an availability check",
        () => anna.post("/services/availability-checker", { account: "1001", postCode: "YO21 3PU" }),
      ],
      ["an address search", () => anna.get("/account/locations/addresses?text=harbour")],
      [
        "a bank check",
        () =>
          anna.post("/invoices/direct-debit/bank-check", {
            account: "1001",
            bankSortCode: "089999",
            bankAccountNumber: "66374958",
          }),
      ],
    ];
    const problems: string[] = [];
    const timeOfBensPage = async () => {
      const begun = performance.now();
      const page = await ben.get("/services/line-faults");
      if (page.status !== 200) problems.push(`somebody else's page answered ${page.status}`);
      return performance.now() - begun;
    };
    const usualMs = Math.max(await timeOfBensPage(), await timeOfBensPage());
    const otherPageTimes: number[] = [];
    await otherServices.answering(
      ({ path }) => otherServicePaths.some((one) => path.startsWith(`/${one}`)),
      fault,
      () =>
        world.api.answering(isFaulty, fault, async () => {
          const opened = pages.map(async ([name, open]) => {
            const begun = performance.now();
            const page = await open().catch(String);
            const took = Math.round(performance.now() - begun);
            if (typeof page === "string") return void problems.push(`${name} answered ${page}`);
            const isPage = headingOf(page) !== "" || (page.location ?? page.text) !== "";
            if (!isPage || page.status === 500) problems.push(`${name} answered ${page.status}`);
            if (took > MAX_PAGE_MS) problems.push(`${name} took ${took} ms`);
          });
          while (otherPageTimes.length < OTHER_PAGES) otherPageTimes.push(await timeOfBensPage());
          await Promise.all(opened);
        }),
    );
    expect(problems).toEqual([]);
    const median = otherPageTimes.toSorted((one, other) => one - other)[Math.floor(OTHER_PAGES / 2)];
    expect(median).toBeLessThan(Math.max(MAX_OTHER_PAGE_MS, 3 * usualMs));
  });
});
