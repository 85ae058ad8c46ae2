import { describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { numberOf } from "../support/invoices.ts";
import { signedIn } from "../support/signed-in.ts";
import { countTickets, ticketOf } from "../support/ticket-pages.ts";
import { textOf, type Page, type Visitor } from "../support/visitor.ts";
import { sql, valueOf, world } from "../support/world.ts";

startWithAnna();

const linkOf = ({ $ }: Page) => $("main a:contains('Something wrong with this')").attr("href") ?? "";
const writtenOn = ({ $ }: Page) => ({
  subject: $("input[name=subject]").val(),
  message: $("textarea[name=message]").val(),
});
const openLink = async (visitor: Visitor, at: string) => visitor.get(linkOf(await visitor.open(at)));

const DAY = String.raw`\d\d/\d\d/\d{4}`;
const WRONG = "\n\nWhat's wrong:$";

describe("'Something wrong?'", () => {
  it.each([
    [
      "invoices",
      () => `/invoices/${numberOf("Part paid")}`,
      /^Invoice \d+$/,
      `^Invoice \\d+, dated ${DAY}, for £[\\d,.]+, account HAR\\d+\\.${WRONG}`,
    ],
    [
      "quotes",
      () => "/products/quotes/29001",
      /^Quote 29001$/,
      `^Quote 29001, dated ${DAY}, .*£[\\d,.]+.*, account Harbour & Pine Ltd\\.${WRONG}`,
    ],
    [
      "subscriptions",
      () =>
        `/products/subscriptions/${valueOf("SELECT licence_id FROM licences WHERE client_id = '1001' AND expires_at IS NOT NULL")}`,
      /subscription \d+$/,
      `subscription \\d+, issued ${DAY}, expires ${DAY}, account Harbour & Pine Ltd\\.${WRONG}`,
    ],
    [
      "returns",
      () => `/products/returns/${valueOf("SELECT rma FROM returns WHERE client_id = '1001'")}`,
      /^Return \d+$/,
      `^Return \\d+, .+, account Harbour & Pine Ltd\\.${WRONG}`,
    ],
    [
      "Direct Debits, without bank numbers",
      () =>
        `/invoices/manage-direct-debit/${valueOf("SELECT direct_debit_id FROM direct_debits WHERE client_id = '1001'")}`,
      /^Direct Debit \S+$/,
      `^Direct Debit \\S+, account HAR\\d+\\.${WRONG}`,
    ],
  ])("of %s opens a ticket that names the thing", async (_, at, subject, message) => {
    const form = await openLink(anna, at());
    const { pathname, search } = new URL(form.url);
    expect(form.$("button:contains('Send Ticket')").attr("formaction")).toBe(pathname + search);
    const refused = await anna.submit(form, "#new-ticket", { subject: "" });
    for (const page of [form, refused])
      expect(page.$("main a:contains('Back to the')").attr("href")).toBe(at());
    expect(writtenOn(form)).toEqual({
      subject: expect.stringMatching(subject) as string,
      message: expect.stringMatching(new RegExp(message)) as string,
    });
    const title = String(writtenOn(form).subject);
    expect((await anna.submit(form, "#new-ticket")).location).toMatch(/^\/tickets\/confirmation/);
    expect([countTickets(title), ticketOf(title)["category"]]).toEqual([1, "Account & Billing"]);
  });

  it("is an email with the same words and a phone number for people without the Support role", async () => {
    const carla = await signedIn(world, "carla");
    const number = valueOf("SELECT invoice_number FROM invoices WHERE client_id = '1003'");
    const page = await carla.get(`/invoices/${number}`);
    const { protocol, searchParams } = new URL(linkOf(page));
    expect([protocol, searchParams.get("subject")]).toEqual(["mailto:", `Invoice ${number}`]);
    expect(searchParams.get("body")).toMatch(
      new RegExp(`^Invoice ${number}, dated ${DAY}, for £[\\d,.]+, account `),
    );
    expect(page.$("main p:contains('or call') a[href^='tel:']").text()).toBe("0344 770 6010");
  });

  it.each([
    [
      "another account's invoice",
      () => `invoice=${valueOf("SELECT invoice_number FROM invoices WHERE client_id = '1003'")}`,
    ],
    ["an invoice that doesn't exist", () => "invoice=1"],
    ["a longer number than any", () => `invoice=${"9".repeat(300)}`],
    ["nothing known", () => "subject=Hello&details=World"],
  ])("writes nothing about %s", async (_, query) => {
    const form = await anna.get(`/tickets/new/account?${query()}`);
    expect([form.status, writtenOn(form)]).toEqual([200, { subject: "", message: "" }]);
  });

  it("writes nothing about an invoice for people without the role Orders, and doesn't ask for it", async () => {
    const ben = await signedIn(world, "ben");
    const address = `/tickets/new/account?invoice=${numberOf("Part paid")}`;
    const [form, calls] = await world.api.record(() => ben.open(address));
    expect(writtenOn(form)).toEqual({ subject: "", message: "" });
    expect(calls.filter(({ path }) => path.startsWith("/Invoice"))).toEqual([]);
  });

  it("opens an empty form if the thing can't be read", async () => {
    const address = `/tickets/new/account?invoice=${numberOf("Part paid")}`;
    const form = await world.api.failing("/Invoice/Details", () => anna.open(address));
    expect([form.status, writtenOn(form).subject]).toEqual([200, ""]);
  });
});

describe("a disputed invoice", () => {
  /** Makes a ticket name the invoice. */
  function name(number: string, status: number) {
    const { support_ticket_id: id } = ticketOf("No notes at all");
    const set = world.provider.db.prepare(
      "UPDATE tickets SET details = ?, assigned_to_name = 'Sam Whitlock', status_id = ? WHERE support_ticket_id = ?",
    );
    set.run(`<p>Invoice ${number} is too high</p>`, status, id);
    return id;
  }

  it("says who's looking into it, with a link to the ticket, and its Pay button comes second", async () => {
    const number = numberOf("Disputed charge");
    const page = async () => anna.get(`/invoices/${number}`);
    expect(textOf(await page())).toContain("This invoice is disputed.We're looking into it.");
    name(`${number}9`, 1);
    expect(textOf(await page())).toContain("We're looking into it.");
    const id = name(number, 1);
    const told = await page();
    expect(textOf(told)).toContain(`Sam Whitlock is looking into it: ticket ${id}.`);
    expect(told.$(`main a[href='/tickets/${id}']`).length).toBe(1);
    name(number, 3);
    expect(textOf(await page())).toContain(`We're looking into it: ticket ${id}.`);
    const lookOf = ({ $ }: Page) => $("main button:contains('Pay this invoice')").attr("data-variant");
    expect(lookOf(told)).toBe("secondary");
    expect(lookOf(await anna.get(`/invoices/${numberOf("Part paid")}`))).toBe("primary");
  });

  it("names no ticket, and asks for none, for people without the Support role", async () => {
    const carla = await signedIn(world, "carla");
    const number = valueOf("SELECT invoice_number FROM invoices WHERE client_id = '1003'");
    sql`UPDATE invoices SET status = 3 WHERE invoice_number = ${number}`;
    const [page, calls] = await world.api.record(() => carla.get(`/invoices/${number}`));
    expect(textOf(page)).toContain("This invoice is disputed.We're looking into it.");
    expect(calls.filter(({ path }) => path.startsWith("/SupportTicket"))).toEqual([]);
  });
});
