import { describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { BookingPages, typed } from "../support/booking-pages.ts";
import { summaryOf } from "../support/direct-debit-pages.ts";
import { LineTestPages, newLine, pathOf } from "../support/line-test-pages.ts";
import { firstOrAll, isLong } from "../support/long.ts";
import { cardText, signedIn } from "../support/signed-in.ts";
import { headingOf, messageOf, textOf, titleOf, type Page, type Visitor } from "../support/visitor.ts";
import { sql, world } from "../support/world.ts";

// A short time-out for the API: in some scenarios it never answers.
startWithAnna({ environment: { API_TIMEOUT_SECONDS: "3" } });

const NO_GUID = "00000000-0000-0000-0000-000000000000";
const FAULT = "150";
const ASSURED = "450";
const EXTRA_HIGH = "550";
const at = (ending: string) => BookingPages.after(anna, ending);
const outcome = async (page: Page) => anna.follow(page);
const isReport = ({ path }: { path: string }) => path.includes("/TroubleReport/");

describe("the trouble report", () => {
  it("is logged with its ticket; the success page shows it, with a calendar file and an estimate", async () => {
    const booking = await at(FAULT);
    const answer = await booking.send(await booking.details(), { firstName: "Siân", lastName: "O'Connor" });
    const page = await outcome(answer);
    expect([answer.location, headingOf(page)]).toEqual([`${booking.at}/booking`, "Success"]);
    const ticket = booking.ticket();
    expect(textOf(page)).toMatch(/^SuccessEngineer booked: \w+ \d+ \w+, [\d:–]{11}Your engineer appointment/);
    expect(page.$("main a:contains('View Ticket')").attr("href")).toBe(`/tickets/${ticket}`);
    expect(page.$("main a:contains('Perform Another Test')").attr("href")).toBe("/services/line-faults");
    expect(cardText(page, "When it should be fixed")).toMatch(
      /By \d\d\/\d\d\/\d{4} \d\d:\d\d\. This is an estimate/,
    );
    expect(cardText(page, "What has happened")).toMatch(
      /Line test for \d+.*Time-related charges agreed to.*Appointment booked for.*Ticket \d+ opened/,
    );
    const file = await booking.get("appointment.ics");
    expect(file.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    for (const line of [`UID:engineer-appointment-1001-${ticket}@`, `/tickets/${ticket}?account=1001`])
      expect(file.text.replaceAll("\r\n ", "")).toContain(line);
    expect(page.$("main a:contains('Check whether you can get fibre')").attr("href")).toBe(
      "/services/availability-checker?postcode=YO21%203PU",
    );
    const details = sql`SELECT details FROM tickets WHERE support_ticket_id = ${ticket}`[0]?.["details"];
    expect(details).toContain("Site contact: Siân O'Connor, 07700900123");
    expect((await booking.get("collect-data")).location).toBe(`/tickets/${ticket}`);
  });

  it("is logged once, however often Submit is pressed", async () => {
    const booking = await at(FAULT);
    const page = await booking.details();
    const answers = await Promise.all([1, 2, 3, 4].map(() => booking.send(page)));
    const shown = await Promise.all(answers.map(outcome));
    expect(shown.map(headingOf)).toEqual(Array(4).fill("Success"));
    expect((await outcome(await booking.send(page))).url).toBe(`${world.portal.url}${booking.at}/success`);
    expect(booking.calls()).toEqual(["logged"]);
  });

  it("sent again after the API logged it, before the portal knows that, leads to the success page", async () => {
    const booking = await at(FAULT);
    const page = await booking.details();
    const logged = Promise.withResolvers<undefined>();
    const [, second] = await world.api.answering(isReport, logged.promise, async () => {
      const first = await booking.send(page);
      sql`INSERT INTO line_reports VALUES (${booking.id}, 1, 0)`;
      const again = booking.send(page);
      setImmediate(() => logged.resolve(undefined));
      return [first, await outcome(await again)];
    });
    expect(headingOf(second)).toBe("Success");
  });

  it("leads a colleague who opens its check to its ticket", async () => {
    const booking = await at(FAULT);
    await outcome(await booking.send(await booking.details()));
    const ben = await signedIn(world, "ben");
    expect((await ben.get(booking.at)).location).toBe(`/tickets/${booking.ticket()}`);
  });

  it("opens a ticket that the person who sent it can reply to at once", async () => {
    const booking = await at(FAULT);
    await outcome(await booking.send(await booking.details()));
    const page = await anna.get(`/tickets/${booking.ticket()}`);
    const me = page.$("select[name=contactId] option:contains('Anna Archer')").attr("value");
    expect(page.$("select[name=contactId] option[selected]").attr("value")).toBe(me);
    const reply = await anna.submit(page, "main form:has([name=message])", {
      message: "The dog is friendly",
    });
    expect(reply.status).toBe(303);
    expect(messageOf(await anna.follow(reply))).toContain("Your reply was added");
  });

  it("needs no appointment at care level ExtraHigh", async () => {
    const booking = await at(EXTRA_HIGH);
    expect((await booking.get("engineer-appointment")).location).toBe(`${booking.at}/collect-data`);
    const page = await booking.get("collect-data");
    expect(cardText(page, "Trouble Report Summary")).not.toContain("Appointment date");
    const done = await outcome(await booking.send(page));
    expect(textOf(done)).toContain("Your trouble report has been logged.");
    expect((await booking.get("appointment.ics")).status).toBe(404);
    expect(textOf(await booking.get("receipt"))).toContain("You didn't agree to any charges.");
  });

  it("whose slot has gone asks for another one, and nothing typed is lost", async () => {
    const booking = await at("975");
    const gone = (await booking.details("am")).$("[name=shownSlot]").attr("value") ?? "";
    const page = await outcome(await booking.send(await booking.get("collect-data"), { firstName: "Siân" }));
    expect(headingOf(page)).toBe("Book an engineer appointment");
    expect(messageOf(page)).toContain("This appointment has just been taken. Please choose another one.");
    expect(page.$(`input[value="${gone}"]`).attr("disabled")).toBeDefined();
    const again = await booking.details("pm");
    expect(again.$("[name=firstName]").val()).toBe("Siân");
    expect(headingOf(await outcome(await booking.send(again)))).toBe("Success");
    expect(booking.calls()).toEqual(["slot gone", "logged"]);
  });

  it.each(firstOrAll(["Lost", "Late500"]))(
    "whose answer was lost (%s) shows its ticket, which the check tells",
    async (problemDescription) => {
      const booking = await at(ASSURED);
      const page = await booking.details();
      const shown = await outcome(await booking.send(page, { problemDescription }));
      expect(textOf(shown)).toContain(booking.ticket());
      expect((await outcome(await booking.send(page))).url).toBe(shown.url);
      expect(booking.calls()).toEqual(["logged"]);
    },
  );

  const unclear = [
    ["left without an answer", { isReset: true }],
    ["answered with '0' for a ticket", { body: '{"supportTicketId":"0"}' }],
    ["answered by a gateway in place of the API", { status: 503, body: "<html>Not available</html>" }],
    ["answered with 0 for a ticket", { body: '{"supportTicketId":0}' }],
    ["answered with -1 for a ticket", { body: '{"supportTicketId":-1}' }],
    ["answered with a GUID of zeros for a ticket", { body: JSON.stringify({ supportTicketId: NO_GUID }) }],
  ] as const;
  it.each(unclear.slice(0, isLong ? unclear.length : 1))(
    "%s is sent only once while it may still be logged, and leads to the success page once it is",
    async (_, answer) => {
      const booking = await at(ASSURED);
      const page = await booking.details();
      const pressed = async () => {
        await outcome(await booking.send(page));
        return outcome(await booking.send(await booking.get("collect-data")));
      };
      const [waiting, calls] = await world.api.record(() => world.api.answering(isReport, answer, pressed));
      expect(waiting.url).toBe(`${world.portal.url}${booking.at}/booking`);
      expect(textOf(waiting)).toContain("We'll keep checking for 3 minutes before you can send it again");
      expect(calls.filter(isReport).length).toBe(1);
      sql`INSERT INTO line_reports VALUES (${booking.id}, 1, 0)`;
      expect(headingOf(await anna.open(`${booking.at}/booking`))).toBe("Success");
    },
  );

  it("that takes long is waited for on a page that may be reloaded", async () => {
    const booking = await at(ASSURED);
    const sent = await booking.send(await booking.details(), { problemDescription: "TooSlow" });
    let shown = await outcome(sent);
    expect(textOf(shown)).toContain(
      "Please wait while your trouble report is logged. Please do not refresh this page.",
    );
    while (shown.url.endsWith("/booking")) shown = await anna.open(`${booking.at}/booking`);
    expect(textOf(shown)).toContain(booking.ticket());
    expect(booking.calls()).toEqual(["logged"]);
  });

  it.each([
    ["Error500", "There was an error booking new appointment."],
    ["Plain text", "Your changes weren't saved. There are no further details."],
  ])(
    "that wasn't logged (%s) comes back to the form with the reason, and can be sent again",
    async (problemDescription, text) => {
      const booking = await at(ASSURED);
      const page = await outcome(
        await booking.send(await booking.details(), { problemDescription, firstName: "Siân" }),
      );
      expect([headingOf(page), titleOf(page).startsWith("Error: ")]).toEqual(["Confirm Site Details", true]);
      expect(summaryOf(page)).toContain(text);
      const [, reference] = /Reference (\S+)/.exec(summaryOf(page)) ?? [];
      const told = () =>
        world.portal.log.filter(({ msg }) => msg === "the page says that an earlier attempt failed");
      if (reference)
        await expect.poll(told).toContainEqual(expect.objectContaining({ requestId: reference }));
      expect(page.$("[name=firstName]").val()).toBe("Siân");
      expect(headingOf(await outcome(await booking.send(page)))).toBe("Success");
      expect(booking.calls()).toEqual(["logged"]);
    },
  );

  it("isn't sent from a page whose appointment has changed since", async () => {
    const booking = await at(ASSURED);
    const stale = await booking.details("pm");
    await booking.details("am");
    const page = await outcome(await booking.send(stale, { firstName: "Siân" }));
    expect(messageOf(page)).toContain("The appointment has changed since you opened this page.");
    expect(page.$("[name=firstName]").val()).toBe("Siân");
    expect(booking.calls()).toEqual([]);
  });
});

describe("a step", () => {
  const form = "/services/line-faults";
  const steps = [
    "charges",
    "engineer-appointment",
    "appointment-charges",
    "collect-data",
    "booking",
    "success",
    "receipt",
    "appointment.ics",
  ];
  /** Where these steps of a check lead in the end; '…' stands for the check. */
  const leadsTo = async (visitor: Visitor, check: string, asked = steps) => {
    const pages = await Promise.all(asked.map((step) => visitor.open(`${check}/${step}`)));
    return pages.map((page) => pathOf(page).replace(check, "…"));
  };
  const all = (to: string) => steps.map(() => to);

  it("of an unknown check leads to the form, and so does another account's step, opened or sent", async () => {
    const booking = await at(FAULT);
    await outcome(await booking.send(await booking.details()));
    const carla = await signedIn(world, "carla");
    expect(await leadsTo(carla, booking.at)).toEqual(all(form));
    const account = String((await carla.get(form)).$("#line-test [name=account]").val());
    const pressed = {
      account,
      agreed: "on",
      slot: "2026-01-01 am",
      ...typed,
      firstName: "Carla",
      lastName: "M",
    };
    const answers = await Promise.all(
      steps.slice(0, 4).map((step) => carla.post(`${booking.at}/${step}`, pressed)),
    );
    expect(answers.map(({ location }) => location)).toEqual(Array(4).fill(form));
    expect(await leadsTo(anna, `${form}/999999999`)).toEqual(all(form));
    const ticket = `/tickets/${booking.ticket()}`;
    expect(await leadsTo(anna, booking.at)).toEqual([
      ...[ticket, ticket, ticket, ticket],
      ...["…/success", "…/success", "…/receipt", "…/appointment.ics"],
    ]);
  });

  it("of a test that's still running leads to the page that waits for it", async () => {
    const { url } = await new LineTestPages(anna).begin(newLine(FAULT));
    expect(await leadsTo(anna, new URL(url).pathname)).toEqual(all("…"));
    world.provider.finishLineTests();
  });

  it("of a check that someone else has reported leads to its ticket, and sending it books nothing", async () => {
    const booking = await at(FAULT);
    const charges = await anna.follow(await booking.get("engineer-appointment"));
    await booking.agree(charges);
    const slots = await booking.get("engineer-appointment");
    const details = await anna.follow(await booking.select(slots));
    sql`INSERT INTO line_reports VALUES (${booking.id}, 1, 0)`;
    const answers = [await booking.agree(charges), await booking.select(slots), await booking.send(details)];
    expect(answers.map(({ location }) => location)).toEqual(Array(3).fill("/tickets/1"));
    // The receipt of what was agreed to can still be read.
    const ends = all("/tickets/1").with(steps.indexOf("receipt"), "…/receipt");
    expect(await leadsTo(anna, booking.at)).toEqual(ends);
    expect(booking.calls()).toEqual([]);
  });

  it("that comes too early or isn't needed leads to a page that can be shown", async () => {
    const booking = await at(FAULT);
    const charges = await anna.follow(await booking.get("engineer-appointment"));
    expect(await leadsTo(anna, booking.at, ["success", "appointment.ics", "receipt"])).toEqual([
      form,
      form,
      "…",
    ]);
    await booking.agree(charges);
    expect(await leadsTo(anna, booking.at, ["appointment-charges", "booking"])).toEqual(
      Array(2).fill("…/engineer-appointment"),
    );
    await booking.select(await booking.appointments("?chargeable"), "evening");
    expect(await leadsTo(anna, booking.at, ["booking"])).toEqual(["…/appointment-charges"]);
    await booking.select(await booking.appointments(), "pm");
    expect(await leadsTo(anna, booking.at, ["appointment-charges", "booking"])).toEqual(
      Array(2).fill("…/collect-data"),
    );
    expect(await leadsTo(anna, (await at(ASSURED)).at, ["charges"])).toEqual(["…/engineer-appointment"]);
    expect(await leadsTo(anna, (await at(EXTRA_HIGH)).at, ["charges", "appointment-charges"])).toEqual(
      Array(2).fill("…/collect-data"),
    );
  });
});
