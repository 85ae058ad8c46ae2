import { beforeAll, describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { BookingPages, typed } from "../support/booking-pages.ts";
import { summaryOf } from "../support/direct-debit-pages.ts";
import { cardText, signedIn } from "../support/signed-in.ts";
import { headingOf, messageOf, textOf, titleOf, type Page } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startWithAnna();

const FAULT = "150";
const NO_FAULT = "050";
const ASSURED = "450";
const at = (ending: string) => BookingPages.after(anna, ending);

describe("charges", () => {
  it("are summed up and agreed to, in words that the receipt keeps", async () => {
    const booking = await at(FAULT);
    const page = await anna.follow(await booking.get("engineer-appointment"));
    expect(headingOf(page)).toBe("Time-related charges");
    expect(page.url).toBe(`${world.portal.url}${booking.at}/charges`);
    expect(cardText(page, "What you may be charged")).toContain(
      "£145 for the appointment, added to your invoice",
    );
    const wording =
      "You can still book an engineer appointment, but you will be charged for call out and on site work carried out.";
    expect(cardText(page, "Your agreement")).toContain(wording);
    const refused = await anna.submit(page, "#line-fault-agreement");
    expect([refused.status, titleOf(refused)]).toEqual([400, expect.stringMatching(/^Error: /)]);
    expect(summaryOf(refused)).toContain("Tick 'I understand and agree' to proceed.");
    // Nobody agrees to words that no page has shown.
    const unseen = await anna.submit(page, "#line-fault-agreement", { agreed: "on", shownTerms: "" });
    expect(unseen.location).toBe(`${booking.at}/charges`);
    expect(messageOf(await anna.follow(unseen))).toContain("The charges have changed since you opened");
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
  ])("count as not agreed to when the API does not confirm the agreement (%s)", async (ending, text) => {
    const booking = await at(ending);
    const first = await anna.follow(await booking.get("engineer-appointment?chargeable"));
    const isSlot = first.$("#line-fault-appointment").length > 0;
    const page = isSlot ? await anna.follow(await booking.select(first, "earlymorning")) : first;
    const answer = await booking.agree(page);
    expect([answer.status, summaryOf(answer).includes(text)]).toEqual([502, true]);
    const next = await booking.get("collect-data");
    expect(next.location).toBe(isSlot ? `${booking.at}/appointment-charges` : `${booking.at}/charges`);
  });

  it("of a chargeable slot are agreed to for that slot alone, in the account's name", async () => {
    const booking = await at(ASSURED);
    expect(booking.freeSlots(await booking.appointments(), "earlymorning")).toEqual([]);
    const chargeable = await booking.appointments("?chargeable");
    expect(chargeable.$("main a:contains('Hide chargeable slots')").length).toBe(1);
    const apart = chargeable.$("fieldset fieldset fieldset:has(input[value$=earlymorning])").first();
    expect(apart.find("legend").text()).toBe("Chargeable, £145");
    const page = await anna.follow(await booking.select(chargeable, "earlymorning"));
    const agreement = cardText(page, "Your agreement");
    expect(agreement).toContain("Harbour & Pine Ltd is booking a chargeable engineer appointment");
    expect(agreement).toContain("The appointment costs £145, which will be added to your invoice.");
    expect(cardText(page, "What you may be charged")).toContain("Free with Line Assurance");
    expect((await booking.agree(page)).location).toBe(`${booking.at}/collect-data`);
    // A different slot needs a new agreement. One sent from the previous slot's page is refused.
    const other = await booking.select(await booking.appointments("?chargeable"), "evening");
    expect(other.location).toBe(`${booking.at}/appointment-charges`);
    const stale = await booking.agree(page);
    expect(stale.location).toBe(`${booking.at}/appointment-charges`);
    expect(messageOf(await anna.follow(stale))).toContain("The appointment has changed since you opened");
    expect((await booking.get("collect-data")).location).toBe(`${booking.at}/appointment-charges`);
  });
});

describe("what was agreed to is what is booked", () => {
  const isAcceptance = ({ path }: { path: string }) => path.endsWith("/AcknowledgeAcceptance");
  const isReport = ({ path }: { path: string }) => path.includes("/TroubleReport/");
  /** Agrees to a chargeable slot; returns the page of the site details. */
  async function agreeToPrice(booking: BookingPages) {
    await booking.appointments();
    const slots = await booking.get("engineer-appointment?chargeable");
    const charges = await booking.visitor.follow(await booking.select(slots, "evening"));
    return booking.visitor.follow(await booking.agree(charges));
  }
  /** What the success page and the receipt say, and what the API was last told before the report. */
  async function booked(booking: BookingPages, details: () => Promise<Page>) {
    const [success, calls] = await world.api.record(async () =>
      booking.visitor.follow(await booking.send(await details())),
    );
    const told = calls.filter((call) => isAcceptance(call) || isReport(call));
    const last = told.filter(isAcceptance).at(-1);
    expect(isReport(told.at(-1)!)).toBe(true);
    const { timeRelatedChargesAccepted: time, chargeableAppointmentAccepted: slot } = JSON.parse(
      last?.body ?? "{}",
    ) as Record<string, boolean>;
    return { success: textOf(success), receipt: textOf(await booking.get("receipt")), told: { time, slot } };
  }

  it("a free slot after an agreement to a price: no page says £145, and the API is told first", async () => {
    const booking = await at(FAULT);
    await booking.send(await agreeToPrice(booking), { step: "previous" });
    const { success, receipt, told } = await booked(booking, () => booking.details("pm"));
    expect(told).toEqual({ time: true, slot: false });
    expect(success).not.toMatch(/£145|Chargeable/);
    expect(receipt).not.toMatch(/£145|Chargeable/);
    expect(receipt).toContain("Time-related charges");
  });

  it("a chargeable slot: its price stands on the summary, the success page and the receipt", async () => {
    const booking = await at(FAULT);
    const details = await agreeToPrice(booking);
    expect(cardText(details, "Engineer Appointment Summary")).toContain("Appointment cost£145");
    const { success, receipt, told } = await booked(booking, async () => details);
    expect(told).toEqual({ time: true, slot: true });
    expect(success).toContain("Appointment cost£145");
    expect(receipt).toContain("The appointment costs £145, which will be added to your invoice.");
  });

  it("a colleague's agreement doesn't count for the person who books, and cancels nothing of theirs", async () => {
    const booking = await at(FAULT);
    const details = await booking.details("pm");
    const ben = await signedIn(world, "ben");
    const other = booking.as(ben);
    await agreeToPrice(other);
    const { success, receipt, told } = await booked(booking, async () => details);
    expect(told).toEqual({ time: true, slot: false });
    expect(success + receipt).not.toContain("£145");
    expect(textOf(await other.get("receipt"))).toBe(
      receipt.replace("Anna Archer Harbour", "Ben Osei Harbour"),
    );
  });

  it("a report that no longer needs an appointment: the API is first told that no price is agreed to", async () => {
    const booking = await at(FAULT);
    await agreeToPrice(booking);
    const check = { status: "Finished", isFault: true, careLevel: "ExtraHigh", cli: booking.cli };
    const { success, receipt, told } = await world.api.answering(
      "/LineFaultCheckStatus/",
      { body: JSON.stringify(check) },
      () => booked(booking, () => booking.get("collect-data")),
    );
    expect(told).toEqual({ time: true, slot: false });
    expect(success + receipt).not.toContain("£145");
  });

  it("nothing is booked while the API doesn't take an agreement back", async () => {
    const booking = await at(ASSURED);
    await agreeToPrice(booking);
    const details = await booking.details("pm");
    const sticky = { timeRelatedChargesAccepted: false, chargeableAppointmentAccepted: true };
    const page = await world.api.answering(isAcceptance, { body: JSON.stringify(sticky) }, async () =>
      anna.follow(await booking.send(details)),
    );
    expect(summaryOf(page)).toContain(
      "Something went wrong during accepting chargeable appointments agreement. Please, try again later",
    );
    expect(booking.calls()).toEqual([]);
    expect(headingOf(await anna.follow(await booking.send(page)))).toBe("Success");
  });
});

describe("appointments", () => {
  let booking: BookingPages;
  beforeAll(async () => {
    booking = await at(ASSURED);
  });

  it("are listed by day, taken ones as unavailable, none at weekends", async () => {
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

  it("need a choice, and one that's still free", async () => {
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

  it("are said to be none when the provider has none", async () => {
    const page = await (await at("965")).appointments();
    expect(textOf(page)).toContain("There are no appointments at the moment.");
    expect(page.$("button:contains('Select Appointment')").length).toBe(0);
  });

  it("with unreadable days are counted on the page; when all are unreadable, the page is an error", async () => {
    const answering = (dates: readonly string[]) => {
      const items = dates.map((appointmentDate) => ({ appointmentDate, appointmentTimeslot: "AM" }));
      return world.api.answering("/AvailableApp", { body: JSON.stringify(items) }, () =>
        booking.appointments(),
      );
    };
    const none = await answering(["/Date(1795478400000)/", "24/11/2026", "11/24/2026 12:00:00 AM"]);
    expect(none.status).toBe(502);
    expect(textOf(none)).toContain("There was an error requesting available engineer appointments.");
    const some = await answering(["2026-11-24", "24/11/2026", "2026-11-25"]);
    expect(booking.freeSlots(some).length).toBe(2);
    expect(textOf(some)).toContain("Appointments we couldn't read and can't show here: 1.");
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
  it("are filled in from what is known of the person, beside what will be booked", async () => {
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

  it("are refused in the words of the business, and keep what was typed", async () => {
    const booking = await at(ASSURED);
    const page = await booking.details();
    const none = await booking.send(page, {
      firstName: "\u2800\u0001",
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
