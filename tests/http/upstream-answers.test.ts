import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import type { ScriptedAnswer } from "../support/api-tap.ts";
import { endSession, signedIn, signInAgain } from "../support/signed-in.ts";
import { textOf, type Visitor } from "../support/visitor.ts";
import { createWorld, valueOf, world, type World } from "../support/world.ts";

const FORM = "main form:has(input[name=intent])";
const CHECK = "Please check whether it was saved before you send it again.";

startWithAnna();

/** A form, the calls behind it, and the messages when they fail. */
interface Case {
  readonly name: string;
  readonly path: () => string;
  readonly load: { readonly call: string; readonly failure: string };
  readonly save: { readonly call: string; readonly failure: string };
  readonly typed: Readonly<Record<string, string>>;
  /** A field that a broken rule may name: the rule's property, and the id of the field's input. */
  readonly field: readonly [property: string, id: string];
  /** Any JSON is taken as the answer to its save. */
  readonly isAnswerOpen?: true;
}

const details = {
  firstNames: "Uma",
  surname: "Typed",
  email: "u@harbourpine.example",
  confirmEmail: "u@harbourpine.example",
};
const place = { line1: "1 Typed Lane", town: "York", postCode: "YO1 6LF" };

const cases: readonly Case[] = [
  {
    name: "account details",
    path: () => "/account",
    load: { call: "GET /Contact/EditCurrentContact", failure: "There was an error loading your details." },
    save: { call: "PUT /Contact/EditCurrentContact/", failure: "There was an error updating your details." },
    typed: { surname: "Typed" },
    field: ["Surname", "account-details-surname"],
  },
  {
    name: "a new location",
    path: () => "/account/locations/new",
    load: { call: "GET /Address/Create", failure: "There was an error loading the form." },
    save: { call: "POST /Address/Create/", failure: "There was an error saving the address." },
    typed: place,
    field: ["Line1", "location-line1"],
  },
  {
    name: "a location",
    path: () =>
      `/account/locations/${valueOf("SELECT address_id FROM addresses WHERE client_id = '1001' AND line1 LIKE 'Plot 9%'")}`,
    load: { call: "GET /Address/Edit/", failure: "There was an error loading address details." },
    save: { call: "PUT /Address/Edit/", failure: "There was an error updating the address." },
    typed: place,
    field: ["Town", "location-town"],
  },
  {
    name: "a new contact",
    path: () => "/account/contacts/new",
    load: { call: "GET /Contact/Create", failure: "There was an error loading the form." },
    save: { call: "POST /Contact/Create", failure: "There was an error creating a contact." },
    typed: { ...details, addressId: "1" },
    field: ["Surname", "contact-surname"],
  },
  {
    name: "a contact",
    path: () =>
      `/account/contacts/${valueOf("SELECT contact_id FROM contacts WHERE client_id = '1001' AND first_names = 'Hugo'")}`,
    load: { call: "GET /Contact/Edit/", failure: "There was an error loading contact to edit." },
    save: { call: "PUT /Contact/Edit/", failure: "There was an error updating the contact." },
    typed: { surname: "Typed" },
    field: ["Surname", "contact-surname"],
  },
  {
    name: "a question about a quote",
    path: () => "/products/quotes/21001/question",
    load: { call: "GET /Quote/QuoteById", failure: "There was an error loading quote." },
    save: { call: "POST /Quote/PostQuoteQuestion", failure: "There was an error sending your message." },
    typed: { message: "Is it typed?" },
    field: ["Message", "quote-question-message"],
    isAnswerOpen: true,
  },
];

const json = (status: number, body: unknown): ScriptedAnswer => ({ status, body: JSON.stringify(body) });
const words = (status: number, body: string): ScriptedAnswer => ({
  status,
  headers: { "content-type": "text/plain" },
  body,
});
const page: ScriptedAnswer = {
  headers: { "content-type": "text/html" },
  body: "<!doctype html><title>Gateway</title><h1>Please sign in</h1>",
};
const redirect: ScriptedAnswer = { status: 302, headers: { location: "/login" } };
const nonsense = json(200, { items: "many", totalCount: {}, clientName: 7 });
const THEIRS = "It was changed by another user.";

/** Answers the calls whose name begins with `start`, e.g. `PUT /Address/Edit/`. */
const answering = (start: string, answer: ScriptedAnswer) => (call: { method: string; path: string }) =>
  `${call.method} ${call.path}`.startsWith(start) && !call.path.includes("Rules") ? answer : undefined;

describe.each(cases)("$name", (one) => {
  const { load, save, typed, field } = one;
  /** All answers for the first form, and one for each other, because one kit makes them all. */
  const some = <T>(answers: readonly T[]) => (one === cases[0] ? answers : answers.slice(0, 1));
  let address: string;
  beforeAll(() => {
    address = one.path();
  });

  /** Sends the form with `typed` in it while the API gives this answer to its save. */
  async function send(answer: ScriptedAnswer) {
    const form = await anna.get(address);
    expect(form.status).toBe(200);
    return world.api.scripted(answering(save.call, answer), () =>
      anna.submit(form, FORM, { ...typed, isSaveConfirmed: "true" }),
    );
  }

  const failedSaves: readonly [string, ScriptedAnswer, number, (failure: string) => readonly string[]][] = [
    ["500", json(500, { message: "inner workings" }), 502, (failure) => [failure, CHECK]],
    ["JSON of something else", nonsense, 502, (failure) => [failure, CHECK]],
    ["400 in words", words(400, "The books are closed."), 400, () => ["The books are closed."]],
    ["409 in words", words(409, THEIRS), 409, () => [THEIRS, "Please reload the page to get the latest"]],
    ["403", json(403, {}), 403, () => ["Requested action is forbidden."]],
    ["404", json(404, {}), 404, () => ["We couldn't find what you requested."]],
    ["a page", page, 502, (failure) => [failure, CHECK]],
    ["a redirect", redirect, 502, (failure) => [failure, CHECK]],
    ["no network", { isReset: true }, 503, (failure) => [failure, CHECK]],
  ];
  it.each(some(failedSaves))(
    "a save that meets %s isn't reported as saved",
    async (_name, answer, status, texts) => {
      const reply = await send(answer);
      if (one.isAnswerOpen && answer === nonsense) return expect(reply.status).toBe(303);
      expect(reply.status).toBe(status);
      for (const text of texts(save.failure)) expect(textOf(reply)).toContain(text);
      expect(textOf(reply)).not.toContain("inner workings");
      for (const [name, value] of Object.entries(typed))
        if (name !== "addressId") expect(reply.$(`${FORM} [name=${name}]`).val()).toBe(value);
    },
  );

  it("a save that breaks a rule says so at the rule's field", async () => {
    const [property, id] = field;
    const rule = { property, ruleName: "Server", description: "Not this one.", severity: 0 };
    const reply = await send(json(400, { brokenRulesCollection: [rule] }));
    expect(reply.status).toBe(400);
    expect(reply.$(`#${id}-error`).text()).toContain("Not this one.");
  });

  const failedLoads: readonly [string, ScriptedAnswer, number, string][] = [
    ["500", json(500, { message: "inner workings" }), 502, load.failure],
    ["JSON of something else", nonsense, 502, load.failure],
    ["400 in words", words(400, "The books are closed."), 400, "The books are closed."],
    ["403", json(403, {}), 403, "Requested action is forbidden."],
    ["404", json(404, {}), 404, "We couldn't find what you requested."],
    ["409 in words", words(409, THEIRS), 409, THEIRS],
    ["a page", page, 502, load.failure],
    ["a redirect", redirect, 502, load.failure],
    ["an empty object", json(200, {}), 502, load.failure],
    ["nothing", {}, 502, load.failure],
    ["no network", { isReset: true }, 503, load.failure],
  ];
  it.each(some(failedLoads))("a load that meets %s shows no form", async (_name, answer, status, text) => {
    const reply = await world.api.scripted(answering(load.call, answer), () => anna.get(address));
    expect([reply.status, reply.$(FORM).length]).toEqual([status, 0]);
    expect(textOf(reply)).toContain(text);
  });
});

it.each(cases.slice(0, 2))(
  "what was typed into $name comes back after a session that ended, and after a 401 to its save",
  async (one) => {
    const visitor = await signedIn(world, "anna", "1001");
    const comeBack = async () => {
      await signInAgain(visitor);
      const back = await visitor.get(one.path());
      expect(textOf(back)).toContain("We've put back what you typed");
      for (const [name, value] of Object.entries(one.typed))
        expect(back.$(`${FORM} [name=${name}]`).val()).toBe(value);
      return back;
    };
    const form = await visitor.get(one.path());
    await endSession(world, visitor);
    expect((await visitor.submit(form, FORM, one.typed)).location).toBe("/login");
    const back = await comeBack();
    const refused = await world.api.scripted(answering(one.save.call, json(401, {})), () =>
      visitor.submit(back, FORM, { ...one.typed, isSaveConfirmed: "true" }),
    );
    expect(refused.location).toContain("/login?");
    expect(textOf(await visitor.follow(refused))).toContain("Unauthorized user.");
    await comeBack();
  },
);

const unusableAnswers: readonly [string, ScriptedAnswer][] = [
  ["JSON of something else", nonsense],
  ["a page", page],
  ["a redirect", redirect],
  ["an empty object", json(200, {})],
  ["nothing", {}],
];
it.each(unusableAnswers)("a list is an error, not empty, after %s", async (_name, answer) => {
  const reply = await world.api.scripted(answering("GET /Returns", answer), () =>
    anna.get("/products/returns"),
  );
  expect([reply.status, textOf(reply)]).toEqual([502, expect.stringContaining("loading returns.")]);
});

it.each(unusableAnswers.slice(0, 1))(
  "the account menu says that it has no address after %s",
  async (_name, answer) => {
    const script = answering("GET /Client/GetSummaryDetails", answer);
    const visitor = await world.api.scripted(script, () => signedIn(world, "anna", "1001"));
    const shown = await world.api.scripted(script, () => visitor.get("/account"));
    const says = /^(?!.*Quayside House).*There was an error loading client details\./s;
    expect([shown.status, shown.$("header").text()]).toEqual([200, expect.stringMatching(says)]);
    expect((await visitor.get("/account")).$("header").text()).toContain("Quayside House");
  },
);

it("a save whose answer has no body counts as saved", async () => {
  const page = await anna.get("/account/locations/new");
  const reply = await world.api.scripted(answering("POST /Address/Create/", { status: 204 }), () =>
    anna.submit(page, FORM, place),
  );
  expect([reply.status, reply.location]).toEqual([303, "/account/locations"]);
});

describe("an API that doesn't answer in time", () => {
  let slow: World;
  let visitor: Visitor;
  beforeAll(async () => {
    slow = await createWorld({ environment: { API_TIMEOUT_SECONDS: "3" } });
    visitor = await signedIn(slow, "anna", "1001");
  });
  afterAll(() => slow.close());

  /** A busy machine makes the calls late. */
  const patiently = { timeout: 40_000 };

  it("is reported on every form and page", async () => {
    const forms = await Promise.all(
      cases.map(async (one) => ({ ...one, form: await visitor.get(one.path()) })),
    );
    let holding: "save" | "load" | undefined = "save";
    let held = 0;
    const hold = (call: { method: string; path: string }) => {
      const kind = holding;
      if (!kind || !cases.some((one) => answering(one[kind].call, {})(call))) return undefined;
      held += 1;
      return new Promise<undefined>(() => {});
    };
    await slow.api.scripted(hold, async () => {
      const saves = forms.map(({ form, typed }) =>
        visitor.submit(form, FORM, { ...typed, isSaveConfirmed: "true" }),
      );
      await expect.poll(() => held, patiently).toBe(cases.length);
      holding = "load";
      const loads = cases.map(({ path }) => visitor.get(path()));
      await expect.poll(() => held, patiently).toBe(2 * cases.length);
      holding = undefined;
      for (const [index, { name, save, load }] of cases.entries()) {
        const [saved, loaded] = [await saves[index]!, await loads[index]!];
        expect([name, saved.status, loaded.status]).toEqual([name, 504, 504]);
        expect(textOf(saved)).toContain(save.failure);
        expect(textOf(saved)).toContain(CHECK);
        expect(textOf(loaded)).toContain(load.failure);
      }
    });
  });

  it("shows an error in one panel, not the whole page", async () => {
    slow.provider.faults.add({ kind: "hang", path: "/api/SupportTicket", delayMs: 0 });
    const page = await visitor.get("/dashboard");
    slow.provider.faults.clear();
    expect(page.status).toBe(200);
    expect(textOf(page)).toContain("There was an error loading latest tickets.");
    expect(textOf(page)).not.toContain("There was an error loading notifications.");
  });
});
