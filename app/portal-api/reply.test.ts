import { expect, test } from "vitest";
import { z } from "zod";
import { parseAnswer } from "./reply.ts";

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
