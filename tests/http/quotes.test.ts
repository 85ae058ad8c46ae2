import { afterEach, describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { buttonsOf, idOf, pathOf, QUOTES_PATH, withChangedQuote } from "../support/quotes.ts";
import { cardText, signedIn } from "../support/signed-in.ts";
import { attributesOf, headingOf, textOf, textsOf, type Page } from "../support/visitor.ts";
import { sql, world } from "../support/world.ts";

startWithAnna();

const idsOf = (page: Page) => textsOf(page, "#quotes [data-label='Quote ID']");
describe("the list", () => {
  it("shows pending quotes, the highest id first, one page from the API at a time", async () => {
    const [page, calls] = await world.api.record(() => anna.get(QUOTES_PATH));
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

  it("opens linked quotes in a new tab, and finds quotes by words, as the shell's search does", async () => {
    const page = await anna.get(`${QUOTES_PATH}?search=linked+to+five`);
    const links = page.$("#quotes [data-label='Linked Quotes'] a");
    expect(links.length).toBe(5);
    expect(links.attr("href")).toBe(`${QUOTES_PATH}/21001`);
    expect(links.attr("target")).toBe("_blank");
    expect(links.attr("rel")).toBe("noopener");
    const shell = await anna.get("/search?q=linked+to+five");
    expect(shell.$("#quotes li a").attr("href")).toBe(pathOf("Linked to five"));
    const csv = await anna.get(`${QUOTES_PATH}/export.csv?search=hyperlink`);
    expect(csv.text).toMatch(/^Project ID,Quote ID,.*,Status\r\n9013,29013,.*'=HYPERLINK.*,Pending\r\n$/);
  });
});

describe("the breakdown", () => {
  it("shows the quote, its lines by version, its cards and the buttons", async () => {
    const list = await anna.get(`${QUOTES_PATH}?search=five+versions`);
    const page = await anna.get(list.$("#quotes [data-label='Quote ID'] a").attr("href") ?? "");
    expect(buttonsOf(page)).toEqual([
      "Back to Quotes",
      "Link to this page",
      "Have a question?",
      "Decline",
      "Accept Quote",
    ]);
    expect(page.$("main header a").attr("href")).toBe(`${QUOTES_PATH}?search=five+versions`);
    expect(textOf(page)).toContain("Quote Breakdown (including optional items)");
    expect(textOf(page)).toMatch(/Valid until \d\d\/\d\d\/\d{4} \d\d:\d\d, in \d+ days\./);
    expect(textOf(page)).toContain("Visible to everyone at Harbour & Pine Ltd with the Quotes role.");
    const rowOf = (description: string) => textsOf(page, `main tbody tr:contains('${description}') > *`);
    expect(rowOf("Optional, only in the fifth")).toEqual([
      "Optional, only in the fifth1 × £2,499.50OptionalV5",
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
    expect(rowOf("Recurring, in the last two")[0]).toBe(
      "Recurring, in the last two1 × £36.50V4, V5Recurring",
    );
    expect(rowOf("In odd-numbered versions").slice(-5)).toEqual(["Yes", "", "Yes", "", "Yes"]);
    expect(cardText(page, "Details")).toMatch(
      /^DetailsPrepared for.+Harbour & Pine LtdQuayside House14 Fisher StreetWhitbyYO21 3PUPrepared by.+@.+\d$/,
    );
    expect(attributesOf(page, "#details a", "href")).toEqual([
      expect.stringMatching(/^mailto:.+%40.+/),
      expect.stringMatching(/^tel:\d+$/),
    ]);
    expect(cardText(page, "Total")).toBe(
      "TotalVersion 1£400.00Version 2£100.00Version 3£400.00" +
        "Version 4£136.50£100.00 one-off, £36.50 recurringVersion 5£2,936.00£2,899.50 one-off, £36.50 recurring",
    );
  });

  it("has a column for each version of the quote", async () => {
    const page = await anna.get(pathOf("Free of charge"));
    expect(textsOf(page, "section[aria-labelledby='breakdown-heading'] thead th")).toEqual([
      "Description",
      "Batch Size",
      "Units",
      "Price",
      "Total",
      "V1",
    ]);
  });

  it("doesn't split a total into once and recurring where the items don't add up to it", async () => {
    const page = await withChangedQuote({ valueV5Label: "£2,936.01" }, () =>
      anna.get(pathOf("Five versions")),
    );
    expect(cardText(page, "Total")).toMatch(/36\.50 recurringVersion 5£2,936\.01$/);
  });

  it.each(["No items", "Nobody's", "Free of charge", "A hundred and twenty", "Hostile"])(
    "is shown for an odd quote: %s",
    async (one) => {
      const page = await anna.get(pathOf(one));
      expect([page.status, headingOf(page)]).toEqual([200, `Quote ${idOf(one)}`]);
      expect(
        page.$("main").find("script, style, svg[onload], form, [onerror], a[href^=javascript]").length,
      ).toBe(0);
      if (one === "No items") expect(textOf(page)).toContain("This quote has no lines.");
    },
  );

  it("isn't found for a quote of another account or an unknown one", async () => {
    const carla = await signedIn(world, "carla");
    for (const id of ["22001", "999999", "x"])
      for (const rest of ["", "/compare", "/accept", "/decline", "/question"]) {
        const page = await carla.get(`${QUOTES_PATH}/${id}${rest}`);
        expect([id, rest, page.status, headingOf(page)]).toEqual([id, rest, 404, "Page Not Found"]);
      }
  });
});

it("the comparison of versions lists the lines in which they differ, and counts the others", async () => {
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
    "In odd-numbered versions|£300.00||£300.00||£300.00",
    "Optional, only in the fifth|||||£2,499.50",
    "Recurring, in the last two||||£36.50|£36.50",
    "In every version: 1 line|£100.00|£100.00|£100.00|£100.00|£100.00",
    "Total|£400.00|£100.00|£400.00|£136.50|£2,936.00",
  ]);
  const single = pathOf("Free of charge");
  expect((await anna.get(`${single}/compare`)).location).toBe(single);
});

describe("a question", () => {
  const FORM = "main form:has(input[name=intent])";
  const kept = () => sql`SELECT quote_id, message FROM quote_questions`;
  afterEach(() => world.provider.db.exec("DELETE FROM quote_questions"));

  it("is judged by the server's rules, sent once however often it is posted, and confirmed", async () => {
    const path = pathOf("Five versions");
    const form = await anna.get(`${path}/question`);
    expect(headingOf(form)).toBe("Have a Question");
    expect(form.$("main tbody th").text()).toBe("9001");
    const empty = await anna.submit(form, FORM, { message: "  " });
    expect(empty.status).toBe(400);
    expect(empty.$("#quote-question-message-error").text()).toContain("Please enter your question.");
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
  ])("that fails (%s) comes back as it was typed", async (message, status, text) => {
    const page = await anna.get(`${pathOf("Five versions")}/question`);
    const reply = await anna.submit(page, FORM, { message });
    expect([reply.status, textOf(reply).includes(text)]).toEqual([status, true]);
    expect(reply.$("textarea[name=message]").text().trim()).toBe(message);
  });
});
