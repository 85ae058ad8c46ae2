import { beforeAll, describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { BookingPages, typed } from "../support/booking-pages.ts";
import { summaryOf } from "../support/direct-debit-pages.ts";
import { newLine } from "../support/line-test-pages.ts";
import { cardText, signedIn } from "../support/signed-in.ts";
import { headingOf, messageOf, textOf, titleOf, type Page } from "../support/visitor.ts";
import { world } from "../support/world.ts";

// A short patience with the API: some scenarios answer never.
startWithAnna({ environment: { API_TIMEOUT_SECONDS: "3" } });

const FAULT = "150";
const NO_FAULT = "050";
const ASSURED = "450";
const EXTRA_HIGH = "550";
const at = (ending: string) => BookingPages.after(anna, ending);

describe("charges", () => {
  it("are summed up and agreed to, in words that the receipt keeps", async () => {
    const booking = await at(FAULT);
    const page = await anna.follow(await booking.get("engineer-appointment"));
    expect([headingOf(page), page.url]).toEqual([
      "Time-related charges",
      `${world.portal.url}${booking.at}/charges`,
    ]);
    expect(cardText(page, "What you may be charged")).toContain(
      "£145 for the appointment, added to your invoice",
    );
    const wording =
      "You can still book an engineer appointment, but you will be charged for call out and on site work carried out.";
    expect(cardText(page, "Your agreement")).toContain(wording);
    const refused = await anna.submit(page, "#line-fault-agreement");
    expect([refused.status, titleOf(refused)]).toEqual([400, expect.stringMatching(/^Error: /)]);
    expect(summaryOf(refused)).toContain("Tick 'I understand and agree' to proceed.");
    expect((await booking.agree(page)).location).toBe(`${booking.at}/engineer-appointment`);
    const receipt = textOf(await booking.get("receipt"));
    expect(receipt).toContain(wording);
    expect(receipt).toMatch(/I understand and agree: Anna Archer, \d\d\/\d\d\/\d{4} \d\d:\d\d/);
  });

  it.each([
    ["985", "Something went wrong during accepting time-related charges. Please, try again later"],
    [
      "987",
      "Something went wrong during accepting chargeable appointments agreement. Please, try again later",
    ],
  ])("%s: an agreement that the API does not confirm is none", async (ending, text) => {
    const booking = await at(ending);
    const first = await anna.follow(await booking.get("engineer-appointment?chargeable"));
    const isSlot = first.$("#line-fault-appointment").length > 0;
    const page = isSlot ? await anna.follow(await booking.select(first, "earlymorning")) : first;
    const answer = await booking.agree(page);
    expect([answer.status, summaryOf(answer).includes(text)]).toEqual([502, true]);
    const next = await booking.get("collect-data");
    expect(next.location).toBe(isSlot ? `${booking.at}/appointment-charges` : `${booking.at}/charges`);
  });

  it("of a chargeable slot are agreed to for that slot, by the account's name", async () => {
    const booking = await at(ASSURED);
    expect(booking.open(await booking.appointments(), "earlymorning")).toEqual([]);
    const chargeable = await booking.appointments("?chargeable");
    expect(chargeable.$("main a:contains('Hide chargeable slots')").length).toBe(1);
    const page = await anna.follow(await booking.select(chargeable, "earlymorning"));
    const agreement = cardText(page, "Your agreement");
    expect(agreement).toContain("Harbour & Pine Ltd books a chargeable engineer appointment");
    expect(agreement).toContain("The appointment costs £145, which is added to your invoice.");
    expect(cardText(page, "What you may be charged")).toContain("Free with Line Assurance");
    expect((await booking.agree(page)).location).toBe(`${booking.at}/collect-data`);
    // Another slot, another agreement, also from a page that still shows the one before.
    const other = await booking.select(await booking.appointments("?chargeable"), "evening");
    expect(other.location).toBe(`${booking.at}/appointment-charges`);
    const stale = await booking.agree(page);
    expect(stale.location).toBe(`${booking.at}/appointment-charges`);
    expect(messageOf(await anna.follow(stale))).toContain("The appointment has changed since this page");
    expect((await booking.get("collect-data")).location).toBe(`${booking.at}/appointment-charges`);
  });
});

describe("appointments", () => {
  let booking: BookingPages;
  beforeAll(async () => {
    booking = await at(ASSURED);
  });

  it("stand by day, the taken ones unavailable, none at weekends", async () => {
    const page = await booking.appointments();
    const days = page.$("#line-fault-appointment fieldset fieldset legend").toArray();
    const names = days.map((day) => page.$(day).text());
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => /^S(at|un) /.test(name))).toEqual([]);
    const taken = page.$("input[name=slot][disabled]");
    expect(taken.length).toBeGreaterThan(0);
    expect(taken.parent().text()).toContain("Unavailable");
    expect(textOf(page)).toContain("AM Morning08:00–13:00");
    expect(page.$("main a:contains('Show chargeable slots')").attr("href")).toBe(
      `${booking.at}/engineer-appointment?chargeable`,
    );
  });

  it("need a choice, and one that can still be had", async () => {
    const page = await booking.appointments();
    const answers = ["", "2026-01-01 am", "x"].map((slot) =>
      anna.submit(page, "#line-fault-appointment", { slot }),
    );
    expect((await Promise.all(answers)).map((answer) => [answer.status, summaryOf(answer)])).toEqual(
      ["Select an appointment", ...Array<string>(2).fill("This appointment has just been taken.")].map(
        (text) => [400, expect.stringContaining(text)],
      ),
    );
  });

  it("are none where the provider has none", async () => {
    const page = await (await at("965")).appointments();
    expect(textOf(page)).toContain("There are no appointments at the moment.");
    expect(page.$("button:contains('Select Appointment')").length).toBe(0);
  });

  it("are chosen anew after Previous Step, which keeps what was typed", async () => {
    const page = await booking.details();
    const back = await booking.send(page, { step: "previous", firstName: "Siân" });
    expect(back.location).toBe(`${booking.at}/engineer-appointment`);
    expect((await booking.get("collect-data")).location).toBe(`${booking.at}/engineer-appointment`);
    const again = await booking.details("am");
    expect(again.$("[name=firstName]").val()).toBe("Siân");
    expect(again.$("[name=problemDescription]").val()).toBe(typed.problemDescription);
  });
});

describe("site details", () => {
  it("are filled in as the person is known, beside what will be booked", async () => {
    world.provider.db.exec(
      "UPDATE contacts SET telephone = '+44 (0)1273 123456' WHERE email = 'anna.archer@harbourpine.example'",
    );
    const booking = await at(NO_FAULT);
    const page = await booking.details();
    const values = ["firstName", "lastName", "contactTelephone"].map((name) =>
      page.$(`[name=${name}]`).val(),
    );
    expect(values).toEqual(["Anna", "Archer", "01273123456"]);
    const summary = cardText(page, "Engineer Appointment Summary");
    expect(summary).toMatch(/Appointment date\w+day, \d+(st|nd|rd|th) \w+ \d{4}/);
    expect(summary).toContain("PM Afternoon, 13:00–18:00");
    expect(summary).toContain("Fault descriptionNo fault was found");
  });

  it("are judged in the words of the business, and keep what was typed", async () => {
    const booking = await at(ASSURED);
    const page = await booking.details();
    const none = await booking.send(page, {
      firstName: "123",
      lastName: " ",
      contactTelephone: "12",
      problemDescription: "",
    });
    expect(none.status).toBe(400);
    for (const text of [
      "Enter first name",
      "Enter last name",
      "Enter a valid phone number",
      "Enter fault description",
    ])
      expect(summaryOf(none)).toContain(text);
    const cli = booking.cli.replace(/^0/, "+44 (0)");
    const same = await booking.send(page, {
      contactTelephone: cli,
      firstName: "Jean-Luc",
      lastName: "O'Connor",
    });
    expect(summaryOf(same)).toContain(
      "The contact number cannot be the same as the number you are reporting the fault on, as this will be used by Openreach engineers should they need to contact you. Please provide an alternative contact number.",
    );
    expect(same.$("[name=contactTelephone]").val()).toBe(cli);
    expect(booking.calls()).toEqual([]);
  });
});

/** What the person is told in the end. */
const outcome = async (page: Page) => anna.follow(page);

describe("the trouble report", () => {
  it("is logged with its ticket; the success tells it, with a calendar, a receipt and an estimate", async () => {
    const booking = await at(FAULT);
    const answer = await booking.send(await booking.details(), { firstName: "Siân", lastName: "O'Connor" });
    const page = await outcome(answer);
    expect([answer.location, headingOf(page)]).toEqual([`${booking.at}/booking`, "Success"]);
    const ticket = booking.ticket();
    expect(textOf(page)).toContain("Your engineer appointment has been booked.");
    expect(page.$("main a:contains('View Ticket')").attr("href")).toBe(`/tickets/${ticket}`);
    expect(page.$("main a:contains('Perform Another Test')").attr("href")).toBe("/services/line-faults");
    expect(cardText(page, "When it should be mended")).toMatch(
      /By \d\d\/\d\d\/\d{4} \d\d:\d\d\. This is an estimate/,
    );
    expect(cardText(page, "What has happened")).toMatch(
      /Line test of \d+.*Time-related charges agreed to.*Appointment booked for.*Ticket \d+ opened/,
    );
    const file = await booking.get("appointment.ics");
    expect(file.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(file.text).toContain(`UID:engineer-appointment-${ticket}@localhost`);
    expect(page.$("main a:contains('See whether fibre is available')").attr("href")).toBe(
      "/services/availability-checker?postcode=YO21%203PU",
    );
    const details = world.provider.db
      .prepare("SELECT details FROM tickets WHERE support_ticket_id = ?")
      .get(ticket)?.["details"];
    expect(details).toContain("Site contact: Siân O'Connor, 07700900123");
    expect((await booking.get("collect-data")).location).toBe(`/tickets/${ticket}`);
  });

  it("is one, however often, wherever and by whomever Submit is pressed", async () => {
    const booking = await at(FAULT);
    const page = await booking.details();
    const answers = await Promise.all([1, 2, 3, 4].map(() => booking.send(page)));
    const shown = await Promise.all(answers.map(outcome));
    expect(shown.map(headingOf)).toEqual(Array(4).fill("Success"));
    expect((await outcome(await booking.send(page))).url).toBe(`${world.portal.url}${booking.at}/success`);
    expect(booking.calls()).toEqual(["logged"]);
  });

  it("needs no appointment at care level ExtraHigh", async () => {
    const booking = await at(EXTRA_HIGH);
    expect((await booking.get("engineer-appointment")).location).toBe(`${booking.at}/collect-data`);
    const page = await booking.get("collect-data");
    expect(cardText(page, "Trouble Report Summary")).not.toContain("Appointment date");
    const done = await outcome(await booking.send(page));
    expect(textOf(done)).toContain("Your trouble report has been logged.");
    expect((await booking.get("appointment.ics")).status).toBe(404);
    expect(textOf(await booking.get("receipt"))).toContain("No charges were agreed to.");
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

  it.each(["Lost", "Late500"])(
    "%s: its answer was lost, and the check tells the ticket",
    async (problemDescription) => {
      const booking = await at(ASSURED);
      const page = await booking.details();
      const shown = await outcome(await booking.send(page, { problemDescription }));
      expect(textOf(shown)).toContain(booking.ticket());
      expect((await outcome(await booking.send(page))).url).toBe(shown.url);
      expect(booking.calls()).toEqual(["logged"]);
    },
  );

  it("that takes its time is waited for on a page that may be reloaded", async () => {
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
    ["Plain text", "The save was refused: this text is all there is to say."],
  ])(
    "%s: it was not logged, is told so on the form, and can be sent again",
    async (problemDescription, text) => {
      const booking = await at(ASSURED);
      const page = await outcome(
        await booking.send(await booking.details(), { problemDescription, firstName: "Siân" }),
      );
      expect([headingOf(page), titleOf(page).startsWith("Error: ")]).toEqual(["Confirm Site Details", true]);
      expect(summaryOf(page)).toContain(text);
      expect(page.$("[name=firstName]").val()).toBe("Siân");
      expect(headingOf(await outcome(await booking.send(page)))).toBe("Success");
      expect(booking.calls()).toEqual(["logged"]);
    },
  );

  it("is sent for the appointment that its page showed", async () => {
    const booking = await at(ASSURED);
    const stale = await booking.details("pm");
    await booking.details("am");
    const page = await outcome(await booking.send(stale, { firstName: "Siân" }));
    expect(messageOf(page)).toContain("The appointment has changed since this page was opened.");
    expect(page.$("[name=firstName]").val()).toBe("Siân");
    expect(booking.calls()).toEqual([]);
  });
});

it("a location leads to the test of a line with its postcode", async () => {
  const list = await anna.get("/account/locations");
  const [at] = /\/account\/locations\/\d+/.exec(list.text) ?? [""];
  const location = await anna.get(at);
  const form = await anna.get(location.$("main a:contains('Test a line here')").attr("href") ?? "");
  expect(headingOf(form)).toBe("Run a Line Test");
  expect(form.$("[name=postcode]").val()).toBe(location.$("[name=postCode]").val());
});

it("from the form to the success twelve requests are enough", async () => {
  const asked: string[] = [];
  const counted = <Answer>(name: string, answer: Answer) => (asked.push(name), answer);
  const form = counted("form", await anna.get("/services/line-faults"));
  const line = { cli: newLine("150"), postcode: "YO21 3PU", faultCode: "NDT" };
  const begun = counted("test", await anna.submit(form, "#line-test", line));
  counted("wait", await anna.get(begun.location ?? ""));
  world.provider.finishLineTests();
  const results = counted("results", await anna.get(begun.location ?? ""));
  let page = results.$("main a:contains('Book Engineer Appointment')").attr("href") ?? "";
  const steps = [
    ["#line-fault-agreement", () => ({ agreed: "on" })],
    [
      "#line-fault-appointment",
      ({ $ }: Page) => ({ slot: $("input[name=slot]:not([disabled])").attr("value") ?? "" }),
    ],
    ["#line-fault-details", () => typed],
  ] as const;
  for (const [selector, fields] of steps) {
    const shown = counted(selector, await anna.get(page));
    page = counted("post", await anna.submit(shown, selector, fields(shown))).location ?? "";
  }
  const booking = counted("booking", await anna.get(page));
  expect(headingOf(counted("success", await anna.get(booking.location ?? "")))).toBe("Success");
  expect(asked.length).toBe(12);
});

it("a check of another account leads to the form, and a step too early to the one before", async () => {
  const booking = await at(FAULT);
  const carla = await signedIn(world, "carla");
  const steps = ["charges", "engineer-appointment", "collect-data", "success", "appointment.ics", "receipt"];
  for (const step of steps)
    expect((await carla.get(`${booking.at}/${step}`)).location).toBe("/services/line-faults");
  const early = await Promise.all(
    ["collect-data", "appointment-charges", "booking"].map((step) => booking.get(step)),
  );
  expect(early.map(({ location }) => location)).toEqual([
    `${booking.at}/charges`,
    `${booking.at}/charges`,
    `${booking.at}/collect-data`,
  ]);
});
