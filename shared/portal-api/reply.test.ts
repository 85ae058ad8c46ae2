import { describe, expect, test } from "vitest";
import { z } from "zod";
import { maximum } from "#shared/limits.ts";
import { failureOf, parseAnswer } from "./reply.ts";
import { validationRule } from "./rules.ts";
import { ignored, itemsOf, listOf, readAnswer, shown } from "./shapes.ts";
import { getShopRedirect } from "./shop.ts";

const contactOperation = {
  method: "GET",
  path: "Contact/Edit/{id}",
  failure: "There was an error loading contact.",
  answer: z.unknown(),
} as const;

test.each(["__proto__", "\\u005f_proto__", "__p\\u0072oto\\u005F_", "\\u005f\\u005fproto__"])(
  "drops the key %s, which could change a prototype",
  async (key) => {
    const text = `{"kept":1,"inside":[{"${key}":{"polluted":true},"kept":2}]}`;
    const answer = await parseAnswer(contactOperation, { status: 200, headers: {}, text });
    expect(JSON.stringify(answer)).toBe('{"kept":1,"inside":[{"kept":2}]}');
  },
);

test("replaces lone surrogates, which can't be URL-encoded, and keeps pairs", async () => {
  const text = String.raw`["a\ud800", "\ud83d\ude00"]`;
  const answer = await parseAnswer(contactOperation, { status: 200, headers: {}, text });
  expect((answer as string[]).map(encodeURIComponent)).toEqual(["a%EF%BF%BD", "%F0%9F%98%80"]);
});

describe("an answer that's a single value", () => {
  const url = "https://shop.example/in?a=1";
  const read = (text: string, type = "text/plain; charset=utf-8") =>
    parseAnswer(
      { ...contactOperation, allowsPlainText: true },
      { status: 200, headers: { "content-type": type }, text },
    );

  test.each([
    [url, url],
    [`"${url}"`, url],
    [`\uFEFF${url}`, url],
    [`\uFEFF"${url}"`, url],
    [`  ${url}\r\n`, url],
    ["", null],
    [" \n", null],
    ["\uFEFF", null],
    ['""', ""],
    ["null", null],
    ["true", true],
    ["7001", "7001"],
    ["007", "007"],
    ["0b3f9c52-6a1d-4e57-9c7e-000000000001", "0b3f9c52-6a1d-4e57-9c7e-000000000001"],
    ['{"redirectUrl":"x"}', { redirectUrl: "x" }],
  ])("is read from the text %j as %j", async (text, value) => {
    expect(await read(text)).toEqual(value);
  });

  test("is read from JSON, where digits are a number", async () => {
    expect(await read("7001", "application/json")).toBe(7001);
    expect(await read(`"${url}"`, "application/json")).toBe(url);
    expect(await read(url, "application/json")).toBe(url);
  });

  test.each(["<html></html>", "\uFEFF <!doctype html>", '{"half":', "[1,", '"half'])(
    "can't be %j",
    async (text) => {
      await expect(read(text)).rejects.toThrow("There was an error loading contact.");
    },
  );

  test("may be the shop's address, or any text if the answer is ignored", async () => {
    const reply = (text: string) => ({ status: 200, headers: { "content-type": "text/plain" }, text });
    expect(await parseAnswer(getShopRedirect, reply(url))).toMatchObject({ redirectUrl: url });
    expect(await parseAnswer(getShopRedirect, reply(""))).toMatchObject({ redirectUrl: "" });
    expect(await parseAnswer({ ...contactOperation, answer: ignored }, reply("Saved."))).toBe("Saved.");
  });
});

test("plain text is refused for operations without `allowsPlainText`", async () => {
  const read = (text: string) => parseAnswer(contactOperation, { status: 200, headers: {}, text });
  await expect(read("hello")).rejects.toThrow("There was an error loading contact.");
  expect(await read('\uFEFF{"a":1}')).toEqual({ a: 1 });
});

describe("a list", () => {
  const row = z.object({ id: z.number(), unit: shown.text() });
  const rows = Array.from({ length: 6_000 }, (_, id) =>
    id === 4_321 ? { id, unit: {} } : { id, unit: "m" },
  );
  const read = (
    answer: z.ZodType,
    body: unknown,
    onUnexpectedField?: (call: string, field: string) => void,
  ) =>
    parseAnswer(
      { ...contactOperation, answer },
      { status: 200, headers: {}, text: JSON.stringify(body) },
      onUnexpectedField,
    );

  test.each([
    [
      "with fields next to the items",
      listOf(row, { unread: z.number() }),
      { items: rows, totalCount: 7_000, unread: 3 },
    ],
    ["with a transform", listOf(row).transform(({ items }) => items.length), { items: rows, totalCount: 7 }],
    ["as an array", itemsOf(row), rows],
    ["as an object", itemsOf(row), { items: rows, totalCount: 7_000 }],
    ["empty", itemsOf(row), []],
    ["with one row", listOf(row), { items: rows.slice(0, 1), totalCount: 1 }],
  ])("%s has the same result parsed in batches as parsed at once", async (_name, answer, body) => {
    const deviations: string[] = [];
    const parsed = await read(answer, body, (_call, field) => deviations.push(field));
    const { result, deviations: expectedDeviations } = readAnswer(answer, body);
    expect([parsed, { ...(parsed as object) }]).toEqual([result.data, { ...(result.data as object) }]);
    expect(deviations).toEqual(expectedDeviations);
  });

  /** Parsing all rows takes at least 100 ms on any machine. */
  const slow = row.extend({
    slow: z
      .unknown()
      .optional()
      .transform(() => {
        const end = performance.now() + 100 / rows.length;
        while (performance.now() < end);
      }),
  });
  test.each([itemsOf(slow), listOf(slow).transform(({ items }) => items)])(
    "lets other work run while it is parsed",
    async (answer) => {
      let turns = 0;
      const timer = setInterval(() => (turns += 1), 0);
      await read(answer, { items: rows, totalCount: rows.length });
      clearInterval(timer);
      expect(turns).toBeGreaterThan(0);
    },
  );

  test("with one invalid row is refused", async () => {
    const withInvalidRow = rows.map((valid) => (valid.id === 4_000 ? { ...valid, id: "x" } : valid));
    await expect(read(itemsOf(row), withInvalidRow)).rejects.toThrow("There was an error loading contact.");
  });
});

test.each([
  [1, 1],
  ["1", 1],
  ["Warning", 1],
  ["Information", 2],
  ["info", 2],
  ["SUCCESS", 3],
  [7, 0],
  [null, 0],
  [undefined, 0],
])("a rule of the severity %j has %i", (sent, severity) => {
  const rule = { property: "Email", ruleName: "Required", description: "Needed", severity: sent };
  const text = JSON.stringify({ brokenRulesCollection: [rule] });
  const failure = failureOf(contactOperation, { status: 400, headers: {}, text });
  expect(failure.brokenRules[0]?.severity).toBe(severity);
  expect(validationRule.parse(rule).severity).toBe(severity);
});

test.each([
  [{ "x-unread-count": "3" }, { unreadCount: 1 }, "3"],
  [{}, { unreadCount: 1 }, 1],
  [{}, {}, undefined],
])("with the headers %j and the body %j the unread count is %j", async (headers, body, expected) => {
  const operation = { ...contactOperation, answerHeaders: { unreadCount: "x-unread-count" } };
  const answer = await parseAnswer(operation, { status: 200, headers, text: JSON.stringify(body) });
  expect(answer).toEqual({ unreadCount: expected });
});

test("of ten thousand broken rules the first few are read", () => {
  const texts = Array.from({ length: 10_000 }, (_, index) => `No ${index}`);
  const errors = Object.fromEntries(texts.map((text) => [text, text]));
  for (const body of [{ errors }, { brokenRulesCollection: texts }])
    expect(failureBy(body).brokenRules).toHaveLength(maximum.choices);
});

const failureBy = (body: unknown, status = 400) =>
  failureOf(contactOperation, { status, headers: {}, text: JSON.stringify(body) });

test.each([
  { Message: "The books are closed." },
  { title: "Bad Request", message: " The books are closed. ", detail: "SqlException", status: 400 },
])("the reason in %j is shown", (body) => {
  expect(failureBy(body)).toMatchObject({ kind: "rejected", serverText: "The books are closed." });
  expect(failureBy(body, 422)).toMatchObject({ kind: "rejected", serverText: "The books are closed." });
  expect(failureBy(body, 500).serverText).toBeUndefined();
});

test("a 422's detail is shown; a 400's may be an exception's", () => {
  const reasonBy = (status: number) => failureBy({ detail: "No." }, status).serverText;
  expect([reasonBy(422), reasonBy(400)]).toEqual(["No.", undefined]);
});

const silent = [{}, { message: "" }, [], 7, { message: "<p>" }, { message: "x".repeat(501) }];
test.each(silent)("%j gives no reason", (body) => expect(failureBy(body).serverText).toBeUndefined());

test.each([
  [{ title: "Errors", errors: { Surname: ["Too long."], email: ["No e-mail."], "$.id": ["System.Int32"] } }],
  [{ Message: "Invalid.", ModelState: { "contact.Surname": ["Too long."], "contact.email": "No e-mail." } }],
])("the errors of fields in %j are broken rules", (body) => {
  const rules = failureBy(body).brokenRules.map(({ property, description }) => [property, description]);
  expect(rules).toEqual([
    ["Surname", "Too long."],
    ["email", "No e-mail."],
  ]);
});

const RULE = { property: "Email", ruleName: "Required", description: "Needed." };
test.each([
  ["a list", [RULE]],
  [
    "a collection in PascalCase",
    { BrokenRulesCollection: [{ Property: "Email", RuleName: "required", Description: "Needed." }] },
  ],
  ["field errors", { fieldErrors: [{ fieldName: "Email", messages: ["Needed."], ruleName: "Required" }] }],
  ["a list of field errors", [{ fieldName: "Email", message: "Needed.", ruleName: "Required" }]],
])("the broken rules in %s are read", (_, body) => {
  expect(failureBy(body).brokenRules).toEqual([{ ...RULE, severity: 0 }]);
});

test("a body that's a long text, or a list of numbers, names no broken rule", () => {
  expect(failureBy("x".repeat(1_000_000)).brokenRules).toEqual([]);
  expect(failureBy([1, null, [2]]).brokenRules).toEqual([]);
});

test("texts alone are broken rules of no field, and the model state may have a small letter", () => {
  expect(failureBy(["Not enrolled."]).brokenRules).toMatchObject([
    { property: "", description: "Not enrolled." },
  ]);
  expect(failureBy({ modelState: { email: ["No e-mail."] } }).brokenRules).toMatchObject([
    { property: "email", description: "No e-mail." },
  ]);
});

test("the messages of a refused way to the shop are broken rules", () => {
  const rules = failureBy({ redirectUrl: null, validationMessages: ["Not yet."] }).brokenRules;
  expect(rules).toMatchObject([{ property: "", description: "Not yet.", severity: 0 }]);
});

test.each([
  [{ message: "Changed by another user." }, 400],
  [{ Message: "Changed by another user." }, 500],
  [{ title: "Conflict", detail: "Changed by another user." }, 409],
  [{ errors: { "": ["Changed by another user."] } }, 400],
])("%j is a conflict (%i)", (body, status) => {
  expect(failureBy(body, status)).toMatchObject({ kind: "conflict", serverText: "Changed by another user." });
});

test.each([400, 422])("a save that is answered with %i and broken rules is rejected by these", (status) => {
  const rule = { property: "Email", ruleName: "Required", description: "Needed", severity: 0 };
  const text = JSON.stringify({ brokenRulesCollection: [rule] });
  const failure = failureOf({ ...contactOperation, method: "PUT" }, { status, headers: {}, text });
  expect(failure).toMatchObject({ kind: "rejected", status, brokenRules: [{ description: "Needed" }] });
});

describe("the answer of a write with status 200", () => {
  const rule = { property: "Surname", ruleName: "X", description: "Not this one.", severity: 0 };
  const write = (body: unknown, changes: object = {}) =>
    parseAnswer(
      { ...contactOperation, method: "PUT", ...changes },
      { status: 200, headers: {}, text: JSON.stringify(body) },
    );

  test.each([
    { contactId: 1, isValid: false, brokenRulesCollection: [rule] },
    { IsValid: false, BrokenRulesCollection: [rule] },
    { success: false, brokenRulesCollection: [rule] },
    { isSuccess: false, errors: { Surname: ["Not this one."] } },
  ])("%j is a rejection", async (body) => {
    await expect(write(body)).rejects.toMatchObject({
      kind: "rejected",
      brokenRules: [{ property: "Surname", description: "Not this one." }],
    });
  });

  test("without a broken rule is one if it tells no success", async () => {
    const refused = { kind: "rejected", serverText: "Could not save." };
    await expect(write({ success: false, message: "Could not save." })).rejects.toMatchObject(refused);
  });

  test.each([
    { isValid: false, brokenRulesCollection: [{ ...rule, severity: 1 }] },
    { isValid: false, brokenRulesCollection: [] },
  ])("%j is none", async (body) => {
    expect(await write(body)).toEqual(body);
  });

  test("is none where the answer proves the outcome, or to a read", async () => {
    const body = { isValid: false, success: false, brokenRulesCollection: [rule] };
    expect(await write(body, { provesOutcome: true })).toEqual(body);
    expect(await write(body, { method: "GET" })).toEqual(body);
  });
});
