import { describe, expect, it } from "vitest";
import { anna } from "../support/anna.ts";
import {
  benPages,
  checksOf,
  errorsOf,
  lineTestPath,
  newLine,
  notificationStatusOf,
  pathOf,
  startWithLineTests,
  tests,
} from "../support/line-test-pages.ts";
import { signedIn } from "../support/signed-in.ts";
import { headingOf, messageOf, textOf, titleOf, type Page } from "../support/visitor.ts";
import { sql, world } from "../support/world.ts";

startWithLineTests();

const CHARGED =
  "You can still book an engineer appointment, but you will be charged for call out and on site work carried out.";
const FREE =
  "Great news, this engineer appointment would normally be chargeable but because you have Line Assurance it will be free!";
const CHECKED =
  "I confirm that I have carried out the above checks but still have a fault on my line and wish to proceed with booking an engineer appointment.";
const NOT_LINKED =
  "It is not possible to run a line test on this number as we are unable to link it to your account. Please click here to raise a support ticket and a member of our faults team will contact you to provide assistance.";

describe("the results", () => {
  const bookOf = ({ $ }: Page) => $("main a:contains('Book Engineer Appointment')").attr("href");

  it("with a fault show the API's text and the charges, and lead to the agreement before an engineer", async () => {
    const cli = newLine("100");
    const page = await tests.results(cli);
    expect(titleOf(page)).toMatch(/^Customer Portal - Line Checker Results - \d+$/);
    const found =
      "A fault has been found on this line. The test found a break in the line between the exchange and your premises.";
    for (const text of [found, CHARGED, "Engineers charge if a fault is outside the network"])
      expect(textOf(page)).toContain(text);
    expect(bookOf(page)).toBe(`${pathOf(page)}/charges`);
    expect(page.$("main a:contains('Perform Another Test')").attr("href")).toBe(lineTestPath);
  });

  it("with a fault and Line Assurance say that an engineer is free, and lead straight to the appointment", async () => {
    const page = await tests.results(newLine("400"));
    expect(textOf(page)).toContain(FREE);
    expect(bookOf(page)).toBe(`${pathOf(page)}/engineer-appointment`);
  });

  it("without a fault need a confirmed checklist, which the API keeps, before an engineer can be booked", async () => {
    const cli = newLine("200");
    const page = await tests.results(cli);
    for (const text of ["No fault has been found on this line.", "No fault was found", CHECKED, CHARGED])
      expect(textOf(page)).toContain(text);
    expect(page.$("main ol li").length).toBe(5);
    expect(bookOf(page)).toBeUndefined();
    expect(page.$("main button[disabled]").text()).toBe("Book Engineer Appointment");
    const unticked = await anna.submit(page, "#line-checklist");
    expect(unticked.status).toBe(400);
    expect(errorsOf(unticked)[0]).toContain("Please tick this once you've done the checks.");
    const [ticked, calls] = await world.api.record(() =>
      anna.submit(page, "#line-checklist", { noFaultCheckListConfirmed: "on" }),
    );
    const activity = async () => textOf(await anna.get("/account/activity"));
    await expect.poll(activity).toContain("Line checks or engineer charges confirmed");
    const sent = calls.find(({ path }) => path.endsWith("AcknowledgeAcceptance"));
    expect(JSON.parse(sent?.body ?? "")).toEqual({
      faultCheckId: Number(checksOf(cli)[0]),
      timeRelatedChargesAccepted: false,
      chargeableAppointmentAccepted: false,
      noFaultCheckListConfirmed: true,
    });
    expect(bookOf(await anna.follow(ticked))).toBe(`${pathOf(page)}/charges`);
    // The API keeps the confirmation, so a colleague gets the link too.
    expect(bookOf(await (await benPages()).visitor.get(page.url))).toBe(`${pathOf(page)}/charges`);
  });

  it("of a running test take neither the checklist nor an agreement", async () => {
    const wait = pathOf(await tests.begin(newLine("200")));
    const account = String((await tests.form()).$("main [name=account]").val());
    const [answers, calls] = await world.api.record(async () => [
      await anna.follow(await anna.post(wait, { account, noFaultCheckListConfirmed: "on" })),
      await anna.follow(await anna.post(`${wait}/charges`, { account, agreed: "on" })),
    ]);
    for (const answer of answers)
      expect(messageOf(answer)).toContain("Operation cannot be started - there is no line check results");
    expect(calls.filter(({ path }) => path.endsWith("AcknowledgeAcceptance"))).toEqual([]);
    world.provider.finishLineTests();
    expect((await anna.get(wait)).$("#line-checklist").length).toBe(1);
  });

  it("lead to no engineer when the API doesn't confirm the checklist, or fails", async () => {
    const page = await tests.results(newLine("980"));
    const tick = () => anna.submit(page, "#line-checklist", { noFaultCheckListConfirmed: "on" });
    const unkept = await anna.follow(await tick());
    expect(messageOf(unkept)).toContain("There was an error fetching acceptance details.");
    expect(bookOf(unkept)).toBeUndefined();
    const failed = await world.api.failing("AcknowledgeAcceptance", tick);
    expect([failed.status, errorsOf(failed).join() + textOf(failed)]).toEqual([
      502,
      expect.stringContaining("There was an error fetching acceptance details."),
    ]);
  });

  it("at care level ExtraHigh lead on to the contact data, with a warning", async () => {
    const { url } = await tests.begin(newLine("500"));
    world.provider.finishLineTests();
    const answer = await anna.get(url);
    expect(answer.location).toBe(`${pathOf(answer)}/collect-data`);
    // Also when it's loaded again.
    for (const next of [await anna.follow(answer), await anna.get(answer.location ?? "")])
      expect(textOf(next)).toContain(
        "A high care level fault needs related information for a trouble ticket.",
      );
    const details = await anna.follow(answer);
    expect(details.$("#contact a:contains('Perform Another Test')").attr("href")).toBe(lineTestPath);
  });

  it("of a fault that was reported automatically show the ticket, and nothing to book", async () => {
    const page = await tests.results(newLine("600"));
    const ticket = page.$("main a[href^='/tickets/']").first();
    expect(page.$("main a:contains('Something wrong')").attr("href")).toBe(`${ticket.attr("href")}#reply`);
    expect(ticket.attr("href")).toBe(`/tickets/${ticket.text()}`);
    expect(textOf(page)).toMatch(
      /A fault was found.+passed to an engineer immediately.+service level agreement/,
    );
    expect(page.text).not.toContain("Book Engineer Appointment");
  });

  const resultsOf = (check: object) =>
    world.api.answering(
      "/LineFault/LineFaultCheckStatus/",
      { body: JSON.stringify({ status: "Finished", isFault: true, cli: "01947600100", ...check }) },
      () => anna.get(`${lineTestPath}/777001`),
    );

  it("of a report without a ticket give the report's own number", async () => {
    const page = await resultsOf({ troubleReportReference: " TR-7 ", supportTicketId: 0 });
    expect(textOf(page)).toContain("Your reference number is TR-7.");
  });

  it.each([" ", 0])(
    "with '%s' for a report are of a fault that can be booked",
    async (troubleReportReference) => {
      const page = await resultsOf({ troubleReportReference });
      expect(textOf(page)).not.toContain("Your reference number is");
      expect(bookOf(page)).toBe(`${lineTestPath}/777001/charges`);
    },
  );

  it.each(["ExtraHigh", "extra high"])(
    "of a fault of care level '%s' lead straight to the contact data",
    async (careLevel) => {
      expect((await resultsOf({ careLevel })).location).toBe(`${lineTestPath}/777001/collect-data`);
    },
  );

  it("that don't say whether there is a fault say so, and not that there is none", async () => {
    const page = await resultsOf({ isFault: null });
    expect(textOf(page)).toContain("The test didn't say whether there's a fault on this line.");
    expect(textOf(page)).not.toMatch(/No fault/i);
    expect(textOf(page)).toContain(CHECKED);
  });

  it("of a test whose fault has been reported lead to its ticket", async () => {
    const page = await tests.results(newLine("200"));
    const id = pathOf(page).split("/").pop() ?? "";
    sql`INSERT INTO line_reports VALUES (${id}, 1, 0)`;
    expect((await anna.get(page.url)).location).toBe("/tickets/1");
  });

  it.each([
    ["700", "The line was in use, so it couldn't be tested."],
    ["750", "Something went wrong."],
  ])("of a test that failed (…%s) say '%s'", async (ending, text) => {
    const page = await tests.results(newLine(ending));
    expect([textOf(page).includes(text), bookOf(page)]).toEqual([true, undefined]);
  });
});

describe("the error page", () => {
  it.each([
    ["a refused request", "850"],
    ["a failed test", "800"],
  ])("of %s says that the line is not the account's, and fills in a ticket", async (_name, ending) => {
    const cli = newLine(ending);
    const answer = await tests.send(await tests.form(), { cli });
    world.provider.finishLineTests();
    const page = await anna.follow(answer);
    expect(pathOf(page)).toBe(`${lineTestPath}/error`);
    expect(titleOf(page)).toBe("Customer Portal - Line Checker Error");
    expect(headingOf(page)).toBe("Something went wrong");
    expect(textOf(page)).toContain(NOT_LINKED);
    const ticket = await anna.get(page.$("main a:contains('click here')").attr("href") ?? "");
    expect(ticket.$("input[name=subject]").val()).toBe(`Line test failed: ${cli}`);
    expect(ticket.$("textarea[name=message]").val()).toBe(`Telephone number: ${cli}\nPostcode: YO21 3PU`);
    expect(page.$("main a:contains('Perform Another Test')").attr("href")).toBe(lineTestPath);
    const [id] = checksOf(cli);
    if (id) expect(notificationStatusOf(id)).toBe(1);
  });

  it("opens from a notification in another session, and offers the help desk to who may log no tickets", async () => {
    const carla = await signedIn(world, "carla");
    const { notificationId } = world.provider.raise({ kind: "failed-line-check", clientId: "1003" });
    const page = await carla.open(`/notifications/${notificationId}?open`);
    expect(textOf(page)).toContain("The line test service didn't respond.");
    expect(page.$("main a:contains('Raise a support ticket')").attr("href")).toMatch(/^mailto:/);
    expect(page.$("main a[href^='tel:']").text()).toBe("0344 770 6010");
  });

  it("tells of the test whose notification leads to it, whatever failed since", async () => {
    const [mine, later] = [newLine("800"), newLine("950")];
    await tests.results(mine);
    await tests.results(later);
    const id = String(
      sql`SELECT notification_id AS id FROM notifications
        WHERE payload ->> 'lineFaultCheckId' = ${checksOf(mine)[0]!}`[0]?.["id"],
    );
    for (const visitor of [anna, (await benPages()).visitor]) {
      const page = await visitor.open(`/notifications/${id}?open`);
      expect(textOf(page)).toContain(NOT_LINKED);
      const ticket = await visitor.get(page.$("main a:contains('click here')").attr("href") ?? "");
      expect(ticket.$("input[name=subject]").val()).toBe(`Line test failed: ${mine}`);
    }
  });

  // Three newer notifications push that of the test out of the latest few.
  it.each([
    [404, 3],
    [500, 0],
  ])(
    "is where the page of a failed test leads, even when its check is answered with %i, %i notifications later",
    async (status, newer) => {
      const { url } = await tests.begin(newLine("800"));
      world.provider.finishLineTests();
      for (let raised = 0; raised < newer; raised += 1)
        world.provider.raise({ kind: "notification", clientId: "1001" });
      const answer = await world.api.answering("LineFaultCheckStatus", { status, body: "{}" }, () =>
        anna.get(url),
      );
      expect(answer.location).toMatch(/\/error\?notification=\d+$/);
    },
  );

  it("leads to the form when no test failed in this session", async () => {
    await tests.results(newLine("800"));
    const { visitor } = await benPages();
    expect((await visitor.get(`${lineTestPath}/error`)).location).toBe(lineTestPath);
    const other = world.provider.raise({ kind: "notification", clientId: "1001" }).notificationId;
    expect((await visitor.get(`${lineTestPath}/error?notification=${other}`)).location).toBe(lineTestPath);
    expect((await visitor.get(`${lineTestPath}/error?notification=99999999`)).status).toBe(404);
  });
});

describe("a check's notification is marked as read once the check is opened, wherever it stands in the list:", () => {
  const openCheck = async (ending: string) => {
    const cli = newLine(ending);
    const { url } = await tests.begin(cli);
    world.provider.finishLineTests();
    const [id = ""] = checksOf(cli);
    expect(notificationStatusOf(id)).toBe(0);
    for (let more = 101; more > 0; more -= 1)
      world.provider.raise({ kind: "notification", clientId: "1001" });
    const page = await (await benPages()).visitor.open(url);
    return [textOf(page), notificationStatusOf(id)];
  };

  it.each([
    ["LineFaultCheck", "100", "A fault has been found on this line."],
    ["FailedLineFaultCheck", "800", NOT_LINKED],
  ])("%s", async (_type, ending, words) => {
    expect(await openCheck(ending)).toEqual([expect.stringContaining(words), 1]);
  });
});
