import { describe, expect, it } from "vitest";
import { anna } from "../support/anna.ts";
import { bookAppointment } from "../support/booking-pages.ts";
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
import { headingOf, messageOf, textOf, textsOf, titleOf, type Page } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startWithLineTests();

const WAITING =
  "Please wait while we run a line test. This can take up to 3 minutes, and during this time you may experience some line disruption. You can leave this page and will receive a notification when the line test has finished.";

describe("the form", () => {
  it("asks for number, postcode and one of the API's reasons", async () => {
    const page = await tests.form();
    expect(titleOf(page)).toBe("Customer Portal - Run a Line Test");
    expect(headingOf(page)).toBe("Run a Line Test");
    expect(textsOf(page, "#line-test label")).toEqual(["Telephone number", "Postcode", "Test reason"]);
    const reasons = textsOf(page, "select[name=faultCode] option");
    expect(reasons.slice(0, 2)).toEqual(["Please choose...", "No dial tone"]);
    expect(page.$("#line-test button").text()).toBe("Run Test");
  });

  it("offers the account's lines that were tested before, and fills in the one that is pressed", async () => {
    const cli = newLine("000");
    await tests.results(cli);
    const link = (await tests.form()).$(`#tested a:contains('${cli}')`).attr("href") ?? "";
    const page = await anna.get(link);
    expect(page.$("input[name=cli]").val()).toBe(cli);
    expect(page.$("input[name=postcode]").val()).not.toBe("");
    const other = await signedIn(world, "carla");
    expect((await other.get(lineTestPath)).text).not.toContain(cli);
  });

  it.each([
    [{ cli: "" }, "Enter a valid phone number"],
    [{ cli: "1947600100" }, "Enter a valid phone number: it must have a leading zero"],
    [{ cli: "+33 1 23 45 67 89" }, "Enter a valid phone number: we need a UK number"],
    [{ postcode: "" }, "Enter a valid UK postcode"],
    [{ faultCode: "" }, "Select line test reason"],
  ])("answers %j with '%s', and keeps what was typed", async (typed: Record<string, string>, text) => {
    const cli = newLine("200");
    const page = await tests.send(await tests.form(), { cli, ...typed });
    expect([page.status, errorsOf(page).length, errorsOf(page)[0]?.endsWith(text)]).toEqual([400, 1, true]);
    expect(page.$("input[name=cli]").val()).toBe(typed.cli ?? cli);
    expect(titleOf(page)).toMatch(/^Error: /);
  });

  it("tidies what was typed, and only warns of a postcode that looks wrong", async () => {
    const cli = newLine("200");
    const typed = { cli: `+44 (0)${cli.slice(1, 5)} ${cli.slice(5)}`, postcode: "zz9\u00a093vz." };
    const [answer, calls] = await world.api.record(async () => tests.send(await tests.form(), typed));
    const asked = calls.filter(({ path }) => path.endsWith("LineFaultCheck"));
    expect(asked.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { cli, postcode: "ZZ99 3VZ", faultCode: "NDT" },
    ]);
    expect(messageOf(await anna.follow(answer))).toContain("This postcode does not appear to be valid");
  });

  it.each([
    ["cannot be loaded", { status: 500, body: "{}" }],
    ["are none", { body: "[]" }],
  ])("is still shown when the reasons %s, and says so", async (_, answer) => {
    const page = await world.api.answering("FaultCodes", answer, () => tests.form());
    expect(page.status).toBe(200);
    expect(textOf(page)).toContain("There was an error getting Fault Codes.");
    expect(page.$("input[name=cli]").length).toBe(1);
  });

  it("is filled in from the address of a link", async () => {
    const page = await anna.get(`${lineTestPath}?cli=%2B44%201947%20600100&postcode=yo21%203pu`);
    expect(page.$("[name=cli]").val()).toBe("01947600100");
    expect(page.$("[name=postcode]").val()).toBe("YO21 3PU");
  });
});

describe("the wait", () => {
  it("says what happens, reloads on its own, and ends in the results, which mark the notification as read", async () => {
    const cli = newLine("100");
    const page = await tests.begin(cli);
    const [id = ""] = checksOf(cli);
    expect(pathOf(page)).toBe(`${lineTestPath}/${id}`);
    expect(titleOf(page)).toBe(`Customer Portal - Line test running - ${cli}`);
    expect(textOf(page)).toContain(WAITING);
    expect(textOf(page)).toMatch(/Running for \d+ s/);
    const unread = await world.api.failing("LineFaultCheckStatus", () => anna.get(page.url));
    expect(textOf(unread)).toContain("There was an error requesting line check status");
    expect([unread.status, textOf(unread).includes("Running for")]).toEqual([200, false]);
    expect(page.$("main a:contains('Check now')").attr("href")).toBe(pathOf(page));
    expect(page.text).toContain('<noscript><meta http-equiv="refresh" content="5"/></noscript>');
    world.provider.finishLineTests();
    expect(notificationStatusOf(id)).toBe(0);
    const results = await anna.get(page.url);
    expect(textOf(results)).toContain(`Line Check Results for ${cli}`);
    expect(results.text).not.toContain('http-equiv="refresh"');
    expect(notificationStatusOf(id)).toBe(1);
  });

  it("is the same for a colleague in another session", async () => {
    const cli = newLine("100");
    const { url } = await tests.begin(cli);
    const other = (await benPages()).visitor;
    expect(textOf(await other.get(url))).toContain(WAITING);
    world.provider.finishLineTests();
    expect(textOf(await other.get(url))).toContain("A fault has been found on this line.");
  });

  it.each(["999999", "new"])("for %s, which nobody began, leads to the form", async (id) => {
    const { visitor } = await benPages();
    expect((await visitor.get(`${lineTestPath}/${id}`)).location).toBe(lineTestPath);
  });

  it("for another account's test leads to the form", async () => {
    const { url } = await tests.begin(newLine("200"));
    const carla = await signedIn(world, "carla");
    expect((await carla.get(pathOf({ url } as Page))).location).toBe(lineTestPath);
  });
});

describe("a line test", () => {
  const isBegun = ({ method, path }: { method: string; path: string }) =>
    method === "POST" && path.endsWith("/LineFaultCheck");

  it("is begun once for one form, however often it is sent, even after the test has ended", async () => {
    const cli = newLine("100");
    const page = await tests.form();
    const answers = await Promise.all([1, 2, 3].map(() => tests.send(page, { cli })));
    world.provider.finishLineTests();
    answers.push(await tests.send(page, { cli }));
    const [id, ...more] = checksOf(cli);
    expect(answers.map(({ location }) => location)).toEqual(Array(4).fill(`${lineTestPath}/${id}`));
    expect(more).toEqual([]);
    expect((await tests.send(await tests.form(), { cli })).location).toBe(
      `${lineTestPath}/${checksOf(cli)[1]}`,
    );
  });

  it("is begun once for one line: another tab and another person are led to the one that runs", async () => {
    const cli = newLine("200");
    const other = await benPages();
    const pages = await Promise.all([tests.form(), other.form()]);
    const answers = await Promise.all([tests.send(pages[0]!, { cli }), other.send(pages[1]!, { cli })]);
    answers.push(await tests.send(await tests.form(), { cli }));
    const [id, ...more] = checksOf(cli);
    expect(new Set(answers.map(({ location }) => location))).toEqual(new Set([`${lineTestPath}/${id}`]));
    expect(more).toEqual([]);
    const again = await other.visitor.follow(await other.send(await other.form(), { cli }));
    expect(messageOf(again)).toContain(
      `Line check cannot run right now: a test of ${cli} is already running.`,
    );
  });

  it.each<Readonly<Record<string, string>>>([{}, { formInstance: "" }])(
    "is refused while another tab's (%j) is being requested, and what was typed stays",
    async (sent) => {
      const [first, second] = [await tests.form(), await tests.form()];
      const line = newLine("100");
      const asked = Promise.withResolvers<undefined>();
      const held = Promise.withResolvers<undefined>();
      const [refused, begun] = await world.api.scripted(
        (call) => {
          if (!isBegun(call)) return undefined;
          asked.resolve(undefined);
          return held.promise;
        },
        async () => {
          const beginning = tests.send(first, { cli: newLine("200"), ...sent });
          await asked.promise;
          const answer = await tests.send(second, { cli: line });
          held.resolve(undefined);
          return [answer, await beginning];
        },
      );
      expect([refused.status, refused.$("[name=cli]").val(), checksOf(line)]).toEqual([400, line, []]);
      expect(textOf(refused)).toContain("Line check cannot run right now");
      expect(begun.location).toMatch(/\/line-faults\/\d+$/);
      world.provider.finishLineTests();
      expect((await tests.send(second, { cli: line })).location).toBe(`${lineTestPath}/${checksOf(line)[0]}`);
    },
  );

  it("is one, however many are sent at once: the same form with a corrected number, and other tabs' forms", async () => {
    const [first, second] = [await tests.form(), await tests.form()];
    const lines = ["200", "100", "300"].map(newLine);
    const answers = await Promise.all(
      [first, first, second].map((form, index) => tests.send(form, { cli: lines[index]! })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400, 400]);
    for (const refused of answers.filter(({ status }) => status === 400))
      expect(textOf(refused)).toContain("Line check cannot run right now");
    expect(lines.flatMap(checksOf).length).toBe(1);
    world.provider.finishLineTests();
  });

  it("is the only one in its session: the form leads to it, and no other line is tested", async () => {
    const busy = await benPages();
    const cli = newLine("200");
    const { url } = await busy.begin(cli);
    const form = await busy.form();
    expect(form.$("main a:contains('See progress')").attr("href")).toBe(new URL(url).pathname);
    const line = newLine("100");
    const answer = await busy.visitor.follow(await busy.send(form, { cli: line }));
    expect([pathOf(answer), checksOf(line)]).toEqual([new URL(url).pathname, []]);
    expect(messageOf(answer)).toContain(
      `Line check cannot run right now: a test of ${cli} is already running.`,
    );
  });

  it("that the API doesn't know right after beginning it leads to the form, with its line and a message", async () => {
    const cli = newLine("200");
    const unlucky = await benPages();
    const form = await world.api.answering(isBegun, { body: '{"id":987654}' }, async () =>
      unlucky.visitor.follow(await unlucky.send(await unlucky.form(), { cli })),
    );
    expect(headingOf(form)).toBe("Run a Line Test");
    expect(form.$("[name=cli]").val()).toEqual(cli);
    expect(form.$("[name=postcode]").val()).toBe("YO21 3PU");
    expect(messageOf(form)).toContain("We couldn't find your line test, so it may not have started.");
  });

  it("is requested at each press, even when the API answers with the id of an earlier check", async () => {
    const cli = newLine("100");
    const { url } = await tests.begin(cli);
    const [id] = checksOf(cli);
    world.provider.finishLineTests();
    const press = async () => (await tests.send(await tests.form(), { cli })).location;
    const [answers, calls] = await world.api.record(() =>
      world.api.answering(isBegun, { body: JSON.stringify({ id }) }, async () => [
        await press(),
        await press(),
        await press(),
        await press(),
      ]),
    );
    expect([answers, calls.filter(isBegun).length]).toEqual([Array(4).fill(new URL(url).pathname), 4]);
  });
});

it("a location links to the line test form with its postcode filled in", async () => {
  const list = await anna.get("/account/locations");
  const [at] = /\/account\/locations\/\d+/.exec(list.text) ?? [""];
  const location = await anna.get(at);
  const form = await anna.get(location.$("main a:contains('Test a line here')").attr("href") ?? "");
  expect(headingOf(form)).toBe("Run a Line Test");
  expect(form.$("[name=postcode]").val()).toBe(location.$("[name=postCode]").val());
});

it("twelve requests lead from the form to the success page", async () => {
  const answers = await bookAppointment(world, anna);
  expect(answers.map(headingOf).at(-1)).toBe("Success");
  expect(answers.length).toBe(12);
});
