type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const of = (part: string) => (length: number) =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length);

/** Texts that a customer, an import or a faulty system has typed somewhere, made as long as it is asked for. */
export const contents: Readonly<Record<string, (length: number) => string>> = {
  "one long word": of("x"),
  words: of("lorem ipsum "),
  "unclosed breaks": of("<br "),
  "nested tags": of("<b>"),
  "nested tags and escapes": (length) => of("<b>")(length / 2) + of('"\\\u0001\u2028')(length / 2),
  "nested lists": of("<ul><li>"),
  "empty cells": (length) => `<table><tr>${of("<td></td>")(length)}`,
  "open brackets": of("<"),
  comments: of("<!--"),
  attributes: (length) => `<a ${of("href='x' ")(length)}`,
  entities: of("&amp;"),
  "entities without an end": of("&#x41"),
  escapes: of('"\\\u0001\u2028'),
  "halves of letters": of("\ud83d"),
  "marks on a letter": of("e\u0301\u0302\u0303"),
  digits: of("1"),
  dates: of("2026-01-01T00:00:00"),
  "a date with a long fraction": (length) => `2026-01-01T00:00:00.${of("0")(length)}Z`,
  dots: of("."),
  blanks: of(" \t"),
  lines: of("\r\n"),
  addresses: of("a@a."),
  links: of("http://a.b/?"),
  "right to left": of("\u202e\u05d0 "),
};

/** The answer with every text, and every field without a value, holding `content`; `kept` are fields that stay. */
export function filled(answer: unknown, kept: readonly string[], content: string): unknown {
  const fill = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => fill(item, path));
    if (isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [
          name,
          fill(inner, path === "" ? name : `${path}.${name}`),
        ]),
      );
    const isKept = kept.some((field) => field === path || field.startsWith(`${path}.`));
    return !isKept && (typeof value === "string" || value === null) ? content : value;
  };
  return fill(answer, "");
}

/** How many texts {@link filled} would fill. */
export function countTexts(answer: unknown): number {
  if (Array.isArray(answer)) return answer.reduce<number>((sum, item) => sum + countTexts(item), 0);
  if (isObject(answer)) return countTexts(Object.values(answer));
  return typeof answer === "string" || answer === null ? 1 : 0;
}

/** The answer with at most so many items in each of its lists. */
export function firstRows(answer: unknown, rows: number): unknown {
  if (Array.isArray(answer)) return answer.slice(0, rows).map((item) => firstRows(item, rows));
  if (!isObject(answer)) return answer;
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, firstRows(value, rows)]));
}

/** The answer with each of its lists grown to `rows`, whose ids are new ones or, by `sameIds`, those of the first. */
export function grown(answer: unknown, rows: number, sameIds: boolean): unknown {
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
      name === "totalCount" ? rows : grown(value, rows, sameIds),
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
