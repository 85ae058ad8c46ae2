import { describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { buttonsOf, idOf, pathOf, QUOTES_PATH, withChangedQuote } from "../support/quotes.ts";
import { signedIn } from "../support/signed-in.ts";
import { headingOf, messageOf, textOf, titleOf, type Page } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startWithAnna();

const EXPIRED =
  "We're sorry your quote has expired. Please call our Sales Team on 0344 770 6000, option 4 for sales.";
describe("accepting", () => {
  const accept = (page: Page) => anna.submit(page, "main form[method=post]");
  /** Each test accepts a different offer, because nobody can accept an offer twice. */
  const asOffered = <T>(valueLabel: string, during: () => Promise<T>) =>
    withChangedQuote({ valueLabel }, during);

  it("is explained, and confirmed once the email is sent", () =>
    asOffered("explained", async () => {
      const path = pathOf("Five versions");
      const page = await anna.get(`${path}/accept?version=5`);
      expect(headingOf(page)).toBe("Ready to Accept");
      expect(page.$("main a[href^='mailto:']").attr("href")).toMatch(
        new RegExp(
          `^mailto:[\\w.%]+provider.example\\?subject=Acceptance%20of%20quote%20${idOf("Five versions")}&body=`,
        ),
      );
      expect(textOf(page)).toContain("Version 5, £2,936.00");
      const ella = await signedIn(world, "ella", "1001");
      const another = await ella.submit(page, "main form[method=post]");
      expect([another.status, headingOf(another)]).toEqual([409, "Someone else is signed in now"]);
      const done = await anna.follow(await accept(page));
      const said = `Quote ${idOf("Five versions")} accepted by email`;
      expect([titleOf(done), headingOf(done)]).toEqual([`Customer Portal - ${said}`, said]);
      expect(textOf(done)).toMatch(/Thank you\..*Back to Quotes$/);
      expect(done.$("main a").attr("href")).toBe(QUOTES_PATH);
      expect((await anna.post(`${path}/accept`, { account: "1002" })).status).toBe(409);
    }));

  it("of a quote with versions needs one: without it the page says so at its place, and nothing is noted", () =>
    asOffered("chosen", async () => {
      const path = pathOf("Five versions");
      for (const query of ["", "?version=6"]) {
        const refused = await accept(await anna.get(`${path}/accept${query}`));
        expect([refused.status, headingOf(refused)]).toEqual([400, "Ready to Accept"]);
        const said = "Choose the version you're accepting";
        expect(refused.$("[role=alert] a[href='#version-0']").text()).toContain(said);
        expect(refused.$("#version-error").text()).toContain(said);
      }
      expect(buttonsOf(await anna.get(path))).toContain("Accept Quote");
      const second = await anna.get(`${path}?version=2`);
      expect(second.$("main a:contains('Accept Quote')").attr("href")).toBe(`${path}/accept?version=2`);
    }));

  const noTotals = Object.fromEntries([1, 2, 3, 4, 5].map((version) => [`valueV${version}Label`, " "]));
  it.each([
    ["lines", noTotals, "Version 5"],
    ["their number alone", { ...noTotals, items: [], versionsCount: 2 }, "Version 2"],
  ])("of a quote whose versions are known by %s needs one, too", async (offer, change, last) => {
    const path = pathOf("Five versions");
    const [label, version] = [last.toLowerCase(), last.at(-1)!];
    await withChangedQuote({ ...change, valueLabel: offer }, async () => {
      const page = await anna.get(`${path}/accept`);
      expect(page.$("main [name=version]:radio").last().parent().text()).toContain(last);
      expect((await accept(page)).status).toBe(400);
      const chosen = await anna.submit(page, "main form[method=get]", { version });
      expect(chosen.$("main pre").text()).toContain(`I accept quote ${idOf("Five versions")}, ${label}.`);
      expect(textOf(await anna.follow(await accept(chosen)))).toContain(`, ${label}, by email to`);
    });
  });

  it("refuses another version from a page that was opened before, and answers the same press as before", () =>
    asOffered("two tabs", async () => {
      const path = pathOf("Five versions");
      const [fifth, first] = [
        await anna.get(`${path}/accept?version=5`),
        await anna.get(`${path}/accept?version=1`),
      ];
      for (const _press of [1, 2]) expect((await accept(fifth)).location).toBe(`${path}/accept?sent`);
      expect((await accept(first)).location).toBe(path);
      const page = await anna.get(path);
      expect(messageOf(page)).toContain("This quote can no longer be accepted.");
      expect(textOf(page)).toContain(", version 5, £2,936.00, by email to");
    }));

  it("hides Accept and Decline while the offer is unchanged; a new price, end or item brings them back", async () => {
    const path = pathOf("Five versions");
    const offer = { valueV5Label: "£5.00", validThrough: "2099-01-01T12:00:00Z" };
    await withChangedQuote(offer, async () => {
      await accept(await anna.get(`${path}/accept?version=5`));
      for (const rest of ["accept", "decline"])
        expect((await anna.get(`${path}/${rest}`)).location).toBe(path);
    });
    const changes: [object, boolean][] = [
      [{}, false],
      [{ validThrough: "2099-01-01T13:00:00+01:00" }, false],
      [{ preparedBy: { name: "Somebody", email: "somebody.else@provider.example" } }, false],
      [{ details: "Another text" }, false],
      [{ valueV5Label: "£6.00" }, true],
      [{ validThrough: "2099-01-02T12:00:00Z" }, true],
      [{ items: [{ description: "Another item", units: 1, price: 1, total: 1, v1: "Yes" }] }, true],
    ];
    for (const [change, isBack] of changes) {
      const page = await withChangedQuote({ ...offer, ...change }, () => anna.get(path));
      const buttons = buttonsOf(page).filter((text) => /Accept|Decline/.test(text));
      expect([change, buttons]).toEqual([change, isBack ? ["Decline", "Accept Quote"] : []]);
      expect(textOf(page)).toContain(", version 5, £5.00, by email to");
      expect(textOf(page).includes("The quote has changed since then.")).toBe(isBack);
    }
  });

  it("writes the email with the version and the order number, and says afterwards what was sent", () =>
    asOffered("sent", async () => {
      const path = pathOf("Five versions");
      const page = await anna.submit(await anna.get(`${path}/accept`), "main form[method=get]", {
        version: "5",
        order: " \u00adPO\u00a0 7\n& more ",
      });
      const email = page.$("main pre").text();
      expect(email.split(/\r?\n/)).toEqual([
        `I accept quote ${idOf("Five versions")}, version 5, £2,936.00.`,
        "",
        "Account: Harbour & Pine Ltd",
        "Name: Anna Archer",
        "Position: ",
        "Purchase order number: PO  7 & more",
      ]);
      const mail = new URL(page.$("main a[href^='mailto:']").attr("href") ?? "");
      expect(mail.searchParams.get("body")?.split(/\r?\n/)).toEqual(email.split(/\r?\n/));
      const done = await anna.follow(await accept(page));
      const said = new RegExp(
        `Anna Archer accepted quote ${idOf("Five versions")}, version 5, £2,936\\.00, by email to .+@.+ on \\d\\d/\\d\\d/\\d{4} \\d\\d:\\d\\d\\.`,
      );
      expect(textOf(done)).toMatch(said);
      expect(textOf(await anna.get(path))).toMatch(said);
      const ordered = await withChangedQuote({ status: 2 }, () => anna.get(path));
      expect(textOf(ordered)).not.toContain("accepted quote");
    }));

  it("has no email before a version is chosen, and refuses a long order number instead of cutting it", async () => {
    const path = `${pathOf("Five versions")}/accept`;
    for (const query of ["", "?version=6"]) {
      const page = await anna.get(path + query);
      expect(page.$("main pre, main a[href^='mailto:'], main input[name=version]:checked").length).toBe(0);
      expect(textOf(page)).not.toContain("I accept quote");
      expect(page.$("main [data-variant=primary]").text()).toBe("Update the email");
      expect(page.$("main ol").text()).toMatch(/appears below\.Then press 'I've sent the email'\./);
    }
    const page = await anna.get(`${path}?version=5&order=${"9".repeat(41)}`);
    expect(page.$("main pre").text()).toMatch(/Purchase order number: $/);
    expect(page.$("main [data-variant=primary]").text()).toBe("I've sent the email");
    expect(page.$("#order").val()).toBe("9".repeat(41));
    expect(page.$("#order-error").text()).toContain("Please use no more than 40 characters.");
    const whole = await anna.get(`${path}?version=5&order=${"9".repeat(38)}%F0%9F%98%80`);
    expect(whole.$("main pre").text()).toMatch(/order number: 9{38}😀$/u);
  });

  it.each([
    ["Expired yesterday", true],
    ["Without an end", false],
    ["Ordered, still valid", false],
  ])("leads to the breakdown where the quote can't be accepted: %s", async (details, hasExpired) => {
    const path = pathOf(details);
    expect((await anna.get(`${path}/accept`)).location).toBe(path);
    const page = await anna.get(path);
    expect(buttonsOf(page)).toEqual(["Back to Quotes", "Link to this page", "Have a question?"]);
    expect(textOf(page).includes(EXPIRED)).toBe(hasExpired);
  });

  const edits = [
    { preparedBy: { name: "Somebody", email: "somebody.else@provider.example" } },
    { valueV5Label: "£1" },
    { validThrough: "2099-01" },
  ];
  it.each(edits)("a quote that has changed to %j is refused: the page comes back", async (change) => {
    const path = pathOf("Five versions");
    const offer = { valueV4Label: JSON.stringify(change) };
    const typed = `${path}/accept?version=5&order=PO++7`;
    const page = await withChangedQuote(offer, () => anna.get(typed));
    await withChangedQuote({ ...offer, ...change }, async () => {
      const reply = await accept(page);
      expect([reply.status, reply.location]).toEqual([303, typed]);
      const again = await anna.follow(reply);
      expect([again.$("input[name=version]:checked").val(), again.$("#order").val()]).toEqual(["5", "PO  7"]);
      expect(messageOf(again)).toContain("This quote has changed since you opened this page.");
      expect((await accept(again)).location).toBe(`${path}/accept?sent`);
    });
  });

  it("a quote that ended while the page was open is refused with a message", async () => {
    const path = pathOf("Five versions");
    const page = await anna.get(`${path}/accept`);
    const reply = await withChangedQuote({ validThrough: new Date().toISOString() }, () => accept(page));
    expect([reply.status, reply.location]).toEqual([303, path]);
    const shown = await withChangedQuote({ validThrough: new Date().toISOString() }, () => anna.get(path));
    expect(textOf(shown)).toContain(EXPIRED);
    expect(shown.text).toContain("This quote can no longer be accepted.");
    expect(messageOf(await anna.get(path))).not.toContain("no longer");
  });
});
