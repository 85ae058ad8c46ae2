import { afterEach, describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import type { ApiCall } from "../support/api-tap.ts";
import { cardText, signedIn } from "../support/signed-in.ts";
import { headingOf, messageOf, textOf, type Page } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startWithAnna();

const LIST = "/products/quotes";
const EXPIRED =
  "We're sorry your quote has expired. Please call our Sales Team on 0344 770 6000, option 4 for sales.";
const idsOf = ({ $ }: Page) =>
  $("#quotes [data-label='Quote ID']")
    .map((_, cell) => $(cell).text())
    .get();
const buttonsOf = (page: Page) =>
  page
    .$("main header a")
    .map((_, link) => page.$(link).text())
    .get();

function idOf(details: string): string {
  const find = world.provider.db.prepare("SELECT quote_id FROM quotes WHERE details LIKE ?");
  return String(find.get(`${details}%`)?.["quote_id"]);
}
const pathOf = (details: string) => `${LIST}/${idOf(details)}`;

/** The API's own answer about a quote with these changes, while `during` runs. */
async function changed<T>(changes: object, during: () => Promise<T>): Promise<T> {
  const script = async ({ method, path, query, headers }: ApiCall) => {
    if (method !== "GET" || path !== "/Quote/QuoteById") return undefined;
    const { host: _, connection: __, ...kept } = headers as Record<string, string>;
    const reply = await fetch(`${world.provider.url}/api${path}?${query}`, { headers: kept });
    return { body: JSON.stringify({ ...((await reply.json()) as object), ...changes }) };
  };
  return world.api.scripted(script, during);
}

describe("the list", () => {
  it("shows pending ones, the highest number first, and pages at the API", async () => {
    const [page, calls] = await world.api.record(() => anna.get(LIST));
    const [asked] = calls.filter(({ path }) => path === "/Quote/QuotesByCurrentClientId");
    expect(Object.fromEntries(asked?.query ?? [])).toEqual({
      pageNumber: "1",
      pageSize: "8",
      sortBy: "quoteId DESC",
      includedStatusCodes: "1",
    });
    expect(idsOf(page)).toHaveLength(8);
    expect(idsOf(page)).toEqual(idsOf(page).toSorted().reverse());
    expect(new Set(page.$("#quotes [data-label=Status]").text().split(/(?=P)/))).toEqual(
      new Set(["Pending"]),
    );
  });

  it("leads to linked quotes in a new tab, and finds by words; the shell's search does, too", async () => {
    const page = await anna.get(`${LIST}?search=linked+to+five`);
    const links = page.$("#quotes [data-label='Linked Quotes'] a");
    expect(links.length).toBe(5);
    expect([links.attr("href"), links.attr("target"), links.attr("rel")]).toEqual([
      `${LIST}/21001`,
      "_blank",
      "noopener",
    ]);
    const shell = await anna.get("/search?q=linked+to+five");
    expect(shell.$("#quotes li a").attr("href")).toBe(pathOf("Linked to five"));
    const csv = await anna.get(`${LIST}/export.csv?search=hyperlink`);
    expect(csv.text).toMatch(/^Project ID,Quote ID,.*,Status\r\n9013,29013,.*'=HYPERLINK.*,Pending\r\n$/);
  });
});

describe("the breakdown", () => {
  it("shows the quote, its lines by version, its cards and the ways on", async () => {
    const list = await anna.get(`${LIST}?search=five+versions`);
    const page = await anna.get(list.$("#quotes [data-label='Quote ID'] a").attr("href") ?? "");
    expect(buttonsOf(page)).toEqual(["Back to Quotes", "Have a question?", "Accept Quote"]);
    expect(page.$("main header a").attr("href")).toBe(`${LIST}?search=five+versions`);
    expect(textOf(page)).toContain("Quote Breakdown (including optional items)");
    expect(textOf(page)).toMatch(/Valid through \d\d\/\d\d\/\d{4} \d\d:\d\d, in \d+ days\./);
    expect(textOf(page)).toContain("Visible to everyone at Harbour & Pine Ltd with the permission Quotes.");
    const rowOf = (description: string) =>
      page
        .$(`main tbody tr:contains('${description}') > *`)
        .map((_, cell) => page.$(cell).text())
        .get();
    expect(rowOf("Optional, in the fifth alone")).toEqual([
      "Optional, in the fifth aloneOptional",
      "1",
      "1",
      "£2,499.50",
      "£2,499.50",
      "",
      "",
      "",
      "",
      "Yes",
    ]);
    expect(rowOf("Recurring, in the last two")[0]).toBe("Recurring, in the last twoRecurring");
    expect(rowOf("In the odd ones").slice(-5)).toEqual(["Yes", "", "Yes", "", "Yes"]);
    expect(cardText(page, "Details")).toMatch(
      /^DetailsPrepared for.+Harbour & Pine LtdQuayside House14 Fisher StreetWhitbyYO21 3PUPrepared by.+@.+\d$/,
    );
    const links = page.$("#details a").map((_, link) => page.$(link).attr("href"));
    expect(links.get()).toEqual([
      expect.stringMatching(/^mailto:.+%40.+/),
      expect.stringMatching(/^tel:\d+$/),
    ]);
    expect(cardText(page, "Total")).toBe(
      "TotalVersion 1£400.00Version 2£100.00Version 3£400.00Version 4£136.50Version 5£2,936.00",
    );
  });

  it.each(["No items", "Nobody's", "Free of charge", "A hundred and twenty", "Hostile"])(
    "stands: %s",
    async (one) => {
      const page = await anna.get(pathOf(one));
      expect([page.status, headingOf(page)]).toEqual([200, `Quote ${idOf(one)}`]);
      expect(
        page.$("main").find("script, style, svg[onload], form, [onerror], a[href^=javascript]").length,
      ).toBe(0);
      if (one === "No items") expect(textOf(page)).toContain("This quote has no lines.");
    },
  );

  it("of another account's, or of none, is not found", async () => {
    const carla = await signedIn(world, "carla");
    for (const id of ["22001", "999999", "x"])
      for (const rest of ["", "/compare", "/accept", "/question"]) {
        const page = await carla.get(`${LIST}/${id}${rest}`);
        expect([id, rest, page.status, headingOf(page)]).toEqual([id, rest, 404, "Page Not Found"]);
      }
    expect((await anna.get(`${pathOf("Five versions")}/decline`)).status).toBe(404);
  });
});

it("its versions are compared by what sets them apart", async () => {
  const path = pathOf("Five versions");
  expect((await anna.get(path)).$("main a:contains('Compare versions')").attr("href")).toBe(
    `${path}/compare`,
  );
  const page = await anna.get(`${path}/compare`);
  const rows = page.$("main tbody tr").map((_, row) =>
    page
      .$(row)
      .find("th, td")
      .map((__, cell) => page.$(cell).text())
      .get()
      .join("|"),
  );
  expect(rows.get()).toEqual([
    "In the odd ones|£300.00||£300.00||£300.00",
    "Optional, in the fifth alone|||||£2,499.50",
    "Recurring, in the last two||||£36.50|£36.50",
    "In every version: 1 line|£100.00|£100.00|£100.00|£100.00|£100.00",
    "Total|£400.00|£100.00|£400.00|£136.50|£2,936.00",
  ]);
  const single = pathOf("Free of charge");
  expect((await anna.get(`${single}/compare`)).location).toBe(single);
});

describe("accepting", () => {
  const accept = (page: Page) => anna.submit(page, "main form");

  it("is explained, and confirmed once the email is sent", async () => {
    const path = pathOf("Five versions");
    const page = await anna.get(`${path}/accept`);
    expect(headingOf(page)).toBe("Ready to Accept");
    expect(page.$("main a[href^='mailto:']").attr("href")).toMatch(
      new RegExp(
        `^mailto:[\\w.%]+provider.example\\?subject=Acceptance%20of%20quote%20${idOf("Five versions")}&body=`,
      ),
    );
    expect(textOf(page)).toContain("Version 5, £2,936.00");
    const done = await anna.follow(await accept(page));
    expect(textOf(done)).toMatch(/^Ready to AcceptThank you\..*Back to Quotes$/);
    expect(done.$("main a").attr("href")).toBe(LIST);
    expect((await anna.post(`${path}/accept`, { account: "1002" })).status).toBe(409);
  });

  it.each([
    ["Expired yesterday", true],
    ["Without an end", false],
    ["Ordered, still valid", false],
  ])("of one that can't be accepted leads to its breakdown: %s", async (details, hasExpired) => {
    const path = pathOf(details);
    expect((await anna.get(`${path}/accept`)).location).toBe(path);
    const page = await anna.get(path);
    expect(buttonsOf(page)).toEqual(["Back to Quotes", "Have a question?"]);
    expect(textOf(page).includes(EXPIRED)).toBe(hasExpired);
  });

  it("ends with the moment that the quote ends, in London where no zone is named", async () => {
    const path = pathOf("Five versions");
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    const inLondon = (moment: Date) =>
      moment.toLocaleString("sv-SE", { timeZone: "Europe/London" }).replace(" ", "T");
    for (const [validThrough, isOpen] of [
      [at(2).toISOString(), true],
      [at(-1).toISOString(), false],
      [inLondon(at(2)), true],
      [inLondon(at(-2)), false],
      [at(2).toISOString().replace("Z", "-01:00"), true],
      [at(2).toISOString().replace("Z", "+01:00"), false],
      ["soon", false],
    ] as const) {
      const page = await changed({ validThrough }, () => anna.get(`${path}/accept`));
      expect([validThrough, page.status]).toEqual([validThrough, isOpen ? 200 : 302]);
    }
  });

  const since = [{ valueV5Label: "£1" }, { valueLabel: "£1" }, { details: "-" }, { validThrough: "2099-01" }];
  it.each(since)("of one that has changed to %j is no acceptance: the page comes back", async (change) => {
    const path = pathOf("Five versions");
    const page = await anna.get(`${path}/accept`);
    const reply = await changed(change, () => accept(page));
    expect([reply.status, reply.location]).toEqual([303, `${path}/accept`]);
    const again = await changed(change, () => anna.get(`${path}/accept`));
    expect(messageOf(again)).toContain("This quote has changed since this page was opened.");
    expect((await changed(change, () => accept(again))).location).toBe(`${path}/accept?sent`);
  });

  it("of one that ended while the page was open says so", async () => {
    const path = pathOf("Five versions");
    const page = await anna.get(`${path}/accept`);
    const reply = await changed({ validThrough: new Date().toISOString() }, () => accept(page));
    expect([reply.status, reply.location]).toEqual([303, path]);
    const shown = await changed({ validThrough: new Date().toISOString() }, () => anna.get(path));
    expect(textOf(shown)).toContain(EXPIRED);
    expect(shown.text).toContain("This quote can no longer be accepted.");
    expect(messageOf(await anna.get(path))).not.toContain("no longer");
  });
});

describe("a question", () => {
  const FORM = "main form:has(input[name=intent])";
  const kept = () => world.provider.db.prepare("SELECT quote_id, message FROM quote_questions").all();
  afterEach(() => world.provider.db.exec("DELETE FROM quote_questions"));

  it("is judged by the server's rules, sent once however often it is posted, and confirmed", async () => {
    const path = pathOf("Five versions");
    const form = await anna.get(`${path}/question`);
    expect(headingOf(form)).toBe("Have a Question");
    expect(form.$("main tbody th").text()).toBe("9001");
    const empty = await anna.submit(form, FORM, { message: "  " });
    expect([empty.status, empty.$("#quote-question-message-error").text()]).toEqual([
      400,
      expect.stringContaining("Please enter your question."),
    ]);
    const long = await anna.submit(form, FORM, { message: "x".repeat(2_001) });
    expect([long.status, kept()]).toEqual([400, []]);
    const message = "Is VAT included?";
    const replies = await Promise.all([1, 2, 3].map(() => anna.submit(form, FORM, { message })));
    expect(replies.map(({ location }) => location)).toEqual(Array(3).fill(`${path}/question?sent`));
    expect(kept()).toEqual([{ quote_id: Number(idOf("Five versions")), message }]);
    const done = await anna.follow(replies[0]!);
    expect(textOf(done)).toMatch(/^Have a QuestionThank you\..*has been sent\.Back to Quotes$/);
    await anna.submit(await anna.get(`${path}/question`), FORM, { message });
    expect(kept()).toHaveLength(2);
  });

  it("may be asked about a quote that has expired", async () => {
    const page = await anna.get(`${pathOf("Expired yesterday")}/question`);
    expect((await anna.submit(page, FORM, { message: "Can I still have it?" })).status).toBe(303);
    expect(kept()).toHaveLength(1);
  });

  it.each([
    ["Banned", 400, "Value is invalid"],
    ["Payroll", 400, "Value is invalid"],
    ["Late500", 502, "There was an error sending your message."],
    ["Lost", 503, "There was an error sending your message."],
  ])("that meets %s comes back as it was typed", async (message, status, text) => {
    const page = await anna.get(`${pathOf("Five versions")}/question`);
    const reply = await anna.submit(page, FORM, { message });
    expect([reply.status, textOf(reply).includes(text)]).toEqual([status, true]);
    expect(reply.$("textarea[name=message]").text().trim()).toBe(message);
  });
});

describe.each(["/21001", "/21001/compare", "/21001/accept", "/21001/question"])(
  "/products/quotes%s",
  (rest) => {
    it("asks for a sign-in and for the role, and says when the API is down", async () => {
      const path = LIST + rest;
      expect((await world.visitor().get(path)).location).toBe("/login");
      expect((await (await signedIn(world, "ben")).get(path)).status).toBe(403);
      const page = await world.api.scripted(
        (call) => (call.path.startsWith("/Quote/Quote") ? { status: 500, body: "{}" } : undefined),
        () => anna.get(path),
      );
      expect([page.status, page.text.includes("There was an error loading quote.")]).toEqual([502, true]);
    });
  },
);
