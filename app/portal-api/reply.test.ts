import { describe, expect, test } from "vitest";
import { z } from "zod";
import { parseAnswer } from "./reply.ts";
import { ignored } from "./shapes.ts";
import { getShopRedirect } from "./shop.ts";

const described = {
  method: "GET",
  path: "Contact/Edit/{id}",
  failure: "There was an error loading contact.",
  answer: z.unknown(),
} as const;

test.each(["__proto__", "\\u005f_proto__", "__p\\u0072oto\\u005F_", "\\u005f\\u005fproto__"])(
  "a key that could reach a prototype is dropped, also spelt %s",
  (key) => {
    const text = `{"kept":1,"inside":[{"${key}":{"polluted":true},"kept":2}]}`;
    const answer = parseAnswer(described, { status: 200, headers: {}, text });
    expect(JSON.stringify(answer)).toBe('{"kept":1,"inside":[{"kept":2}]}');
  },
);

test("a lone surrogate, which no address can hold, is replaced, and pairs stand", () => {
  const text = String.raw`["a\ud800", "\ud83d\ude00"]`;
  const answer = parseAnswer(described, { status: 200, headers: {}, text });
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
  ])("comes as text: %j", (text, value) => {
    expect(read(text)).toEqual(value);
  });

  test("comes as JSON, where a number is one", () => {
    expect([read("7001", "application/json"), read(`"${url}"`, "application/json")]).toEqual([7001, url]);
    expect(read(url, "application/json")).toBe(url);
  });

  test.each(["<html></html>", "\uFEFF <!doctype html>", '{"half":', "[1,", '"half'])("is not %j", (text) => {
    expect(() => read(text)).toThrow("There was an error loading contact.");
  });

  test("is the address of the shop; and of a call whose answer nobody uses, anything", () => {
    const reply = (text: string) => ({ status: 200, headers: { "content-type": "text/plain" }, text });
    expect(parseAnswer(getShopRedirect, reply(url))).toMatchObject({ redirectUrl: url });
    expect(parseAnswer(getShopRedirect, reply(""))).toMatchObject({ redirectUrl: "" });
    expect(() => parseAnswer({ ...described, answer: ignored }, reply("Saved."))).not.toThrow();
  });
});

test("bare text is no object, a list or a page", () => {
  const read = (text: string) => parseAnswer(described, { status: 200, headers: {}, text });
  expect(() => read("hello")).toThrow("There was an error loading contact.");
  expect(read('\uFEFF{"a":1}')).toEqual({ a: 1 });
});
