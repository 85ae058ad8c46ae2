import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "#server/testing/free-port.ts";
import { invalidMarkup } from "../support/html-validate.ts";
import type { TestPortal } from "../support/portal-process.ts";
import { signedIn } from "../support/signed-in.ts";
import { Visitor, type Page } from "../support/visitor.ts";
import { startPortal, startWorld, world } from "../support/world.ts";

const folder = mkdtempSync(join(tmpdir(), "demarc-limits-"));
startWorld({ environment: { SESSION_STORE: `sqlite:${join(folder, "sessions.sqlite")}` } });

/** A second portal with the same sessions, whose rate limits are all 2. */
let limited: TestPortal;
let people = 0;
beforeAll(async () => {
  limited = await startPortal(`http://localhost:${await freePort()}`, {
    ...world.environment,
    TRUST_PROXY: "1",
    RATE_LIMIT_SIGN_INS: "2",
    RATE_LIMIT_ANONYMOUS_POSTS: "2",
    RATE_LIMIT_LOOKUPS: "2",
    RATE_LIMIT_REQUESTS: "2",
    RATE_LIMIT_SEARCHES: "2",
    RATE_LIMIT_DOWNLOADS: "2",
    RATE_LIMIT_PAGE_VIEWS: "2",
    RATE_LIMIT_LINE_TESTS: "2",
  });
});
afterAll(async () => {
  await limited.stop();
  rmSync(folder, { recursive: true });
});

interface Somebody {
  readonly visitor: Visitor;
  readonly from: Readonly<Record<string, string>>;
}

/** A browser at an address that nobody else has; with `session` it's signed in. */
function somebody(session?: string, address = `192.0.2.${(people += 1)}`): Somebody {
  const visitor = new Visitor(limited.url);
  if (session) visitor.setCookie("session", session);
  return { visitor, from: { "x-forwarded-for": address } };
}
const get = (path: string) => (one: Somebody) => one.visitor.get(path, one.from);
const post = (path: string, typed: Record<string, string>) => (one: Somebody) =>
  one.visitor.post(path, typed, one.from);
const noSession = async () => undefined;
const annaCookie = async () => (await signedIn(world, "anna", "1001")).cookie("session");

const kinds: readonly (readonly [
  string,
  (one: Somebody) => Promise<Page>,
  () => Promise<string | undefined>,
])[] = [
  ["starting a sign-in", post("/login", {}), noSession],
  ["an employee's sign-in behind 1,001 other fields", get(`/login?${"a&".repeat(1_001)}employee`), noSession],
  ["a renewal whose step is there twice", get("/renew?step=start&step=x"), annaCookie],
  ["coming back from a sign-in", get("/login/callback?error=access_denied"), noSession],
  ["a form of a stranger", post("/cookies", { choice: "accept" }), noSession],
  ["an address look-up", get("/account/locations/addresses?text=YO21"), annaCookie],
  [
    "an address look-up by a form",
    post("/account/locations/new", { lookup: "search", addressSearch: "YO21" }),
    annaCookie,
  ],
  [
    "an address look-up whose field name is percent-encoded",
    ({ visitor, from }) =>
      visitor.send("/account/locations/new", {
        method: "POST",
        body: "%6Cookup=search&addressSearch=YO21",
        headers: { "content-type": "application/x-www-form-urlencoded", origin: limited.url, ...from },
      }),
    annaCookie,
  ],
  ["a fibre check", post("/services/availability-checker", { postCode: "YO21 3AJ" }), annaCookie],
  ["a search", get("/s%65arch?q=harbour"), annaCookie],
  ["a CSV file", get("/account/contacts/export.csv"), annaCookie],
];

it.each(kinds)(
  "%s: the third in a minute is refused with a page, and nobody else's is",
  async (_, act, session) => {
    const one = somebody(await session());
    const statuses = [(await act(one)).status, (await act(one)).status];
    expect(statuses).not.toContain(429);
    const page = await act(one);
    expect([page.status, page.$("h1").text()]).toEqual([429, "Please wait a moment"]);
    expect(Number(page.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(page.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    expect(page.$("a.button, button.button").length).toBe(1);
    expect(await invalidMarkup(page.text)).toEqual([]);
    expect((await act(somebody(await session()))).status).not.toBe(429);
  },
);

/** Each row has one person who's refused, one who isn't, and what both try. */
const ofPersons = [
  ["anna", "dev", "bank check", post("/invoices/direct-debit/bank-check", {})],
  ["ben", "otto", "question on a quote", post("/products/quotes/1/question", {})],
] as const;

it.each(ofPersons)(
  "%s, but not %s, is refused the third %s, counted over all of the person's sessions",
  async (name, other, _, act) => {
    const session = async () => (await signedIn(world, name)).cookie("session");
    const [here, there] = [somebody(await session()), somebody(await session())];
    const statuses = [(await act(here)).status, (await act(there)).status];
    expect(statuses).not.toContain(429);
    expect([(await act(here)).status, (await act(there)).status]).toEqual([429, 429]);
    expect((await act(somebody((await signedIn(world, other)).cookie("session")))).status).not.toBe(429);
  },
);

it("the page that refuses a line test says in minutes when it's possible again", async () => {
  const one = somebody((await signedIn(world, "ben", "1001")).cookie("session"));
  const test = post("/services/line-faults", { cli: "01273000001" });
  for (let round = 0; round < 2; round += 1) expect((await test(one)).status).not.toBe(429);
  const page = await test(one);
  expect(page.status).toBe(429);
  expect(page.$("main").text()).toMatch(/try again in (59|60) minutes/);
  expect(page.$("form [name=cli]").attr("value")).toBe("01273000001");
});

it("a request that another site's page embeds uses up nobody's sign-ins", async () => {
  const { visitor, from } = somebody();
  const embedded = { ...from, "sec-fetch-site": "cross-site", "sec-fetch-dest": "image" };
  const statuses = [];
  for (let each = 0; each < 3; each += 1)
    statuses.push((await visitor.get("/login?employee", embedded)).status);
  expect(statuses).toEqual([303, 303, 429]);
  expect((await visitor.post("/login", {}, from)).status).toBe(303);
});

it("the page that refuses a form holds it as it was typed, and can send it again", async () => {
  const typed = { forename: '"Zoë" <b>', notes: "two\r\nlines & more", returnTo: "/dashboard" };
  const one = somebody();
  const send = post("/cookies", typed);
  // 400, because the cookie form has no such fields.
  for (const status of [400, 400, 429]) expect((await send(one)).status).toBe(status);
  const page = await send(one);
  const kept = Object.fromEntries(
    page
      .$("form")
      .serializeArray()
      .map(({ name, value }) => [name, value]),
  );
  expect(kept).toEqual(typed);
  expect([page.$("form").attr("action"), page.$("form").attr("method")]).toEqual(["/cookies", "post"]);
});

it("the page that refuses a sign-in lets its form lead on to the identity provider", async () => {
  const one = somebody();
  for (let round = 0; round < 2; round += 1) await post("/login", {})(one);
  const { headers } = await post("/login", {})(one);
  expect(headers.get("content-security-policy")).toContain(`form-action 'self' ${world.provider.url}`);
});

it("a script that is refused gets an answer that it can show in the page", async () => {
  const one = somebody(await annaCookie());
  const ask = get("/search.data?q=harbour");
  expect([(await ask(one)).status, (await ask(one)).status]).toEqual([200, 200]);
  const refused = await ask(one);
  expect([refused.status, refused.headers.get("x-remix-response")]).toEqual([429, "yes"]);
  expect(refused.headers.get("content-type")).toContain("text/x-script");
  expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(refused.text).toContain("Please wait a moment");
  expect(refused.text).toContain("areas/shell/shell.route");
});

it("what a signed-in person typed comes back after a refusal, even when a script sent it", async () => {
  const one = somebody(await annaCookie());
  const path = "/account/locations/new";
  const form = (await get(path)(one)).$("form:has([name=line1])");
  const hidden = Object.fromEntries(form.serializeArray().map(({ name, value }) => [name, value]));
  const send = post(`${path}.data`, {
    ...hidden,
    lookup: "search",
    addressSearch: "YO21",
    line1: "1 Typed Street",
  });
  for (let round = 0; round < 2; round += 1) await send(one);
  expect((await send(one)).status).toBe(429);
  expect((await get(path)(one)).$("[name=line1]").attr("value")).toBe("1 Typed Street");
});

it("pages are still shown when no more views are told to the portal API", async () => {
  const one = somebody(await annaCookie());
  const [, calls] = await world.api.record(async () => {
    for (let round = 0; round < 5; round += 1) expect((await get("/dashboard")(one)).status).toBe(200);
  });
  expect(calls.filter(({ path }) => /EventLog/i.test(path)).length).toBe(2);
});

it("an office of 200 signs in from behind one address", async () => {
  const statuses: number[] = [];
  const signInOne = async () => {
    const visitor = world.visitor();
    statuses.push((await visitor.post("/login")).status);
    statuses.push((await visitor.get("/login/callback?error=access_denied")).status);
    statuses.push((await visitor.post("/cookies", { choice: "accept" })).status);
  };
  for (let group = 0; group < 20; group += 1) await Promise.all(Array.from({ length: 10 }, signInOne));
  expect([statuses.length, statuses.filter((status) => status >= 400)]).toEqual([600, []]);
});
