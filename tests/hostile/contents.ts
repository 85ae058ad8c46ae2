type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const repeated = (part: string) => (length: number) =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length);

/** Makers of hostile texts of any length, such as a customer, an import or a faulty system may produce. */
export const contents: Readonly<Record<string, (length: number) => string>> = {
  "one long word": repeated("x"),
  words: repeated("lorem ipsum "),
  "unclosed breaks": repeated("<br "),
  "nested tags": repeated("<b>"),
  "nested tags and escapes": (length) =>
    repeated("<b>")(length / 2) + repeated('"\\\u0001\u2028')(length / 2),
  "nested lists": repeated("<ul><li>"),
  "empty cells": (length) => `<table><tr>${repeated("<td></td>")(length)}`,
  "open brackets": repeated("<"),
  comments: repeated("<!--"),
  attributes: (length) => `<a ${repeated("href='x' ")(length)}`,
  entities: repeated("&amp;"),
  "entities without an end": repeated("&#x41"),
  escapes: repeated('"\\\u0001\u2028'),
  "halves of letters": repeated("\ud83d"),
  "marks on a letter": repeated("e\u0301\u0302\u0303"),
  digits: repeated("1"),
  dates: repeated("2026-01-01T00:00:00"),
  "a date with a long fraction": (length) => `2026-01-01T00:00:00.${repeated("0")(length)}Z`,
  dots: repeated("."),
  blanks: repeated(" \t"),
  lines: repeated("\r\n"),
  addresses: repeated("a@a."),
  links: repeated("http://a.b/?"),
  "right to left": repeated("\u202e\u05d0 "),
};

/** The answer with `content` in every text and every field without a value, except for the fields in `unchanged`. */
export function withTexts(answer: unknown, unchanged: readonly string[], content: string): unknown {
  const fill = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => fill(item, path));
    if (isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [
          name,
          fill(inner, path === "" ? name : `${path}.${name}`),
        ]),
      );
    const isKept = unchanged.some((field) => field === path || field.startsWith(`${path}.`));
    return !isKept && (typeof value === "string" || value === null) ? content : value;
  };
  return fill(answer, "");
}

/** The number of texts that {@link withTexts} would replace. */
export function countTexts(answer: unknown): number {
  if (Array.isArray(answer)) return answer.reduce<number>((sum, item) => sum + countTexts(item), 0);
  if (isObject(answer)) return countTexts(Object.values(answer));
  return typeof answer === "string" || answer === null ? 1 : 0;
}

/** The answer with at most `rows` items in each of its lists. */
export function firstRows(answer: unknown, rows: number): unknown {
  if (Array.isArray(answer)) return answer.slice(0, rows).map((item) => firstRows(item, rows));
  if (!isObject(answer)) return answer;
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, firstRows(value, rows)]));
}

/** The answer with each of its lists extended to `rows` items, with new ids or, with `sameIds`, the first item's. */
export function withRows(answer: unknown, rows: number, sameIds: boolean): unknown {
  if (Array.isArray(answer)) {
    const [first] = answer;
    if (!isObject(first)) return answer;
    const more = Array.from({ length: Math.max(0, rows - answer.length) }, (_, index) =>
      sameIds ? first : withNewIds(first, index + 1),
    );
    return [...answer, ...more];
  }
  if (!isObject(answer)) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [
      name,
      name === "totalCount" ? rows : withRows(value, rows, sameIds),
    ]),
  );
}

function withNewIds(row: Json, index: number): Json {
  const renewed = ([name, value]: [string, unknown]) => {
    if (!/(id|number|name)$/i.test(name)) return [name, value];
    if (typeof value === "number") return [name, value + index * 100_000];
    if (typeof value !== "string") return [name, value];
    return [name, /^\d+$/.test(value) ? String(Number(value) + index * 100_000) : `${value}${index}`];
  };
  return Object.fromEntries(Object.entries(row).map((field) => renewed(field)));
}
