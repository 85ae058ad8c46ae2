import { describe, expect, test } from "vitest";
import { z } from "zod";
import { parseAnswer } from "./reply.ts";
import { ignored, itemsOf, listOf, readAnswer, shown } from "./shapes.ts";
import { getShopRedirect } from "./shop.ts";

const described = {
  method: "GET",
  path: "Contact/Edit/{id}",
  failure: "There was an error loading contact.",
  answer: z.unknown(),
} as const;

test.each(["__proto__", "\\u005f_proto__", "__p\\u0072oto\\u005F_", "\\u005f\\u005fproto__"])(
  "a key that could reach a prototype is dropped, also spelt %s",
  async (key) => {
    const text = `{"kept":1,"inside":[{"${key}":{"polluted":true},"kept":2}]}`;
    const answer = await parseAnswer(described, { status: 200, headers: {}, text });
    expect(JSON.stringify(answer)).toBe('{"kept":1,"inside":[{"kept":2}]}');
  },
);

test("a lone surrogate, which no address can hold, is replaced, and pairs stand", async () => {
  const text = String.raw`["a\ud800", "\ud83d\ude00"]`;
  const answer = await parseAnswer(described, { status: 200, headers: {}, text });
  expect((answer as string[]).map(encodeURIComponent)).toEqual(["a%EF%BF%BD", "%F0%9F%98%80"]);
});

describe("an answer of one value", () => {
  const url = "https://shop.example/in?a=1";
  const read = (text: string, type = "text/plain; charset=utf-8") =>
    parseAnswer({ ...described, bareText: true }, { status: 200, headers: { "content-type": type }, text });

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
  ])("comes as text: %j", async (text, value) => {
    expect(await read(text)).toEqual(value);
  });

  test("comes as JSON, where a number is one", async () => {
    expect(await read("7001", "application/json")).toBe(7001);
    expect(await read(`"${url}"`, "application/json")).toBe(url);
    expect(await read(url, "application/json")).toBe(url);
  });

  test.each(["<html></html>", "\uFEFF <!doctype html>", '{"half":', "[1,", '"half'])(
    "is not %j",
    async (text) => {
      await expect(read(text)).rejects.toThrow("There was an error loading contact.");
    },
  );

  test("is the address of the shop; and of a call whose answer nobody uses, anything", async () => {
    const reply = (text: string) => ({ status: 200, headers: { "content-type": "text/plain" }, text });
    expect(await parseAnswer(getShopRedirect, reply(url))).toMatchObject({ redirectUrl: url });
    expect(await parseAnswer(getShopRedirect, reply(""))).toMatchObject({ redirectUrl: "" });
    expect(await parseAnswer({ ...described, answer: ignored }, reply("Saved."))).toBe("Saved.");
  });
});

test("bare text is no object, a list or a page", async () => {
  const read = (text: string) => parseAnswer(described, { status: 200, headers: {}, text });
  await expect(read("hello")).rejects.toThrow("There was an error loading contact.");
  expect(await read('\uFEFF{"a":1}')).toEqual({ a: 1 });
});

describe("a list", () => {
  const row = z.object({ id: z.number(), unit: shown.text() });
  const rows = Array.from({ length: 6_000 }, (_, id) =>
    id === 4_321 ? { id, unit: {} } : { id, unit: "m" },
  );
  const read = (answer: z.ZodType, body: unknown, deviated?: (call: string, field: string) => void) =>
    parseAnswer({ ...described, answer }, { status: 200, headers: {}, text: JSON.stringify(body) }, deviated);

  test.each([
    [
      "with fields beside it",
      listOf(row, { unread: z.number() }),
      { items: rows, totalCount: 7_000, unread: 3 },
    ],
    [
      "of which more is made",
      listOf(row).transform(({ items }) => items.length),
      { items: rows, totalCount: 7 },
    ],
    ["bare", itemsOf(row), rows],
    ["bare, with fields", itemsOf(row), { items: rows, totalCount: 7_000 }],
    ["empty", itemsOf(row), []],
    ["of one", listOf(row), { items: rows.slice(0, 1), totalCount: 1 }],
  ])("%s is read as at one stretch, a few rows at a time", async (_name, answer, body) => {
    const deviations: string[] = [];
    const found = await read(answer, body, (_call, field) => deviations.push(field));
    const { result, deviations: same } = readAnswer(answer, body);
    expect([found, { ...(found as object) }]).toEqual([result.data, { ...(result.data as object) }]);
    expect(deviations).toEqual(same);
  });

  /** Slow whatever the machine: all rows take 100 ms at least. */
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
    "lets others be served",
    async (answer) => {
      let turns = 0;
      const timer = setInterval(() => (turns += 1), 0);
      await read(answer, { items: rows, totalCount: rows.length });
      clearInterval(timer);
      expect(turns).toBeGreaterThan(0);
    },
  );

  test("with one row that does not fit is refused", async () => {
    const odd = rows.map((one) => (one.id === 4_000 ? { ...one, id: "x" } : one));
    await expect(read(itemsOf(row), odd)).rejects.toThrow("There was an error loading contact.");
  });
});
