import { describe, expect, it } from "vitest";
import { z } from "zod";
import { sumOfMoney } from "./invoices.ts";
import {
  apiId,
  arrayOf,
  cappedArrayOf,
  idAsSent,
  idAsText,
  itemsOf,
  listOf,
  money,
  readAnswer,
  rowsOf,
  shown,
  toText,
} from "./shapes.ts";

const read = (schema: z.ZodType, value: unknown) => readAnswer(z.object({ it: schema }), { it: value });

it.each([12.5, "12.50", "-3", 0])("reads %j as money", (value) => {
  expect(money.parse(value)).toBe(Number(value));
});

it("adds pounds to the penny", () => {
  expect(sumOfMoney([0.1, 0.2])).toBe(0.3);
  expect(sumOfMoney(Array.from({ length: 1_000 }, () => 1.1))).toBe(1_100);
});

it.each(["12,50", "1e3", " 1", "£1", "", null, true, [1], 1e20, "90071992547409.93", "99999999999999999.99"])(
  "refuses %j as money, and shows it as text in place of a number",
  (value) => {
    expect(money.safeParse(value).success).toBe(false);
    expect(read(shown.number(), value)).toMatchObject({
      result: { data: { it: toText(value) } },
      deviations: ["it"],
    });
  },
);

it.each([idAsText, apiId, idAsSent])("refuses an id that's a number which JSON rounds", (schema) => {
  expect(schema.safeParse(JSON.parse("9007199254740991")).success).toBe(true);
  expect(schema.safeParse(JSON.parse("9007199254740993")).success).toBe(false);
  expect(schema.safeParse("9007199254740993").success).toBe(true);
});

it.each([idAsText, apiId, idAsSent])("refuses an id that's too long for a URL", (schema) => {
  expect(schema.safeParse("a".repeat(256)).success).toBe(true);
  expect(schema.safeParse("a".repeat(257)).success).toBe(false);
});

it.each<[string, z.ZodType, unknown, unknown, boolean]>([
  ["a number as text", shown.text(), 7, "7", true],
  ["a text that fills its column with blanks", shown.text(), " Major   ", " Major", true],
  ["the layout of a long text", shown.message(), " a\n  b ", " a\n  b ", true],
  ["an address that fills its columns", shown.address(), { line1: "1 Quay  " }, { line1: "1 Quay" }, true],
  ["null as text", shown.text(), null, "", true],
  ["an object as text", shown.text(), { a: 1 }, "", false],
  ["a list as text", shown.text(), ["a", 2, {}], "a, 2", false],
  ["a number written as text", shown.number(), "2.50", 2.5, true],
  ["a date", shown.date(), "2026-11-25T10:00:00", "2026-11-25T10:00:00", true],
  ["a date that fills its column with blanks", shown.date(), "2026-11-25   ", "2026-11-25", true],
  ["blanks for no date", shown.date(), "   ", "", true],
  ["a date that can't be read", shown.date(), "24/11/2026", "24/11/2026", false],
  ["a number for a date", shown.date(), 1_795_600_000, "1795600000", false],
  ["a day that no month has", shown.date(), "2026-02-30T00:00:00", "2026-02-30T00:00:00", false],
  ["a date that is sent back unchanged", shown.unchangedDate(), "2026-11-25 ", "2026-11-25 ", true],
  ["one that can't be read", shown.unchangedDate(), "soon", "soon", false],
  ["the year 1, for no date", shown.date(), "0001-01-01T00:00:00", "", true],
  ["a code", shown.status({ onHold: 1 }), 1, 1, true],
  ["the digits of a code", shown.status({ onHold: 1 }), "1", 1, true],
  ["the name of a code", shown.status({ onHold: 1 }), "OnHold ", 1, true],
  ["the name of a code in words", shown.status({ onHold: 1 }), "ON_hold", 1, true],
  ["an unknown code", shown.status({ onHold: 1 }), "7", 7, true],
  ["an unknown name", shown.status({ onHold: 1 }), "Lost", "Lost", false],
  ["no code", shown.status({ live: 0 }), null, "", false],
  ["the name of a code that is sent back", shown.unchangedStatus({ closed: 3 }), "Closed", 3, true],
  ["the digits of a code that is sent back", shown.unchangedStatus({ closed: 3 }), "3", "3", true],
  ["words in place of a number", shown.number(), "Each", "Each", false],
  ["a text in place of an address", shown.address(), "1 Quay", { line1: "1 Quay" }, false],
  ["a boolean in place of an address", shown.address(), true, undefined, false],
  ["a missing address", shown.address(), null, undefined, true],
  ["one text in place of a list", shown.texts(), "a", ["a"], false],
  ["an object that is sent back unchanged", shown.unchanged(), { a: 1 }, { a: 1 }, false],
  ["a flag that is sent back unchanged", shown.unchangedFlag(), "yes", "yes", false],
])("accepts %s", (_name, schema, value, expected, hasExpectedType) => {
  const { result, deviations } = read(schema, value);
  expect(result).toMatchObject({ success: true, data: expected === undefined ? {} : { it: expected } });
  expect(deviations).toEqual(hasExpectedType ? [] : ["it"]);
});

it("reads the items of an answer that's a list, as an array or as an object", () => {
  const items = [1, 2, 3];
  for (const body of [items, { items }, { items, totalCount: 3 }]) {
    expect(arrayOf(z.number()).parse(body)).toEqual(items);
    expect(cappedArrayOf(z.number(), 2).parse(body)).toEqual([1, 2]);
  }
  for (const body of [null, {}, { items: null }, "x"])
    expect(arrayOf(z.number()).safeParse(body).success).toBe(false);
});

it("takes the total of a list without pages from the answer, or else counts its items", () => {
  const totals = [
    [1, 2],
    { items: [1, 2] },
    { items: [1, 2], totalCount: 5 },
    { items: [1, 2], totalCount: "x" },
  ];
  expect(totals.map((body) => itemsOf(z.number()).parse(body).totalCount)).toEqual([2, 2, 5, 2]);
});

describe("more than the limit", () => {
  it("of a text is cut off", () => {
    const cut = (schema: z.ZodType) => (schema.parse("x".repeat(300_000)) as string).length;
    expect([shown.date(), shown.text(), shown.message(), shown.number()].map(cut)).toEqual([
      65, 1_025, 262_145, 1_025,
    ]);
    expect(z.object({ list: shown.texts() }).parse({ list: Array(5_000).fill("x") }).list).toHaveLength(100);
  });

  it("of a list is left out, and counted", () => {
    const many = Array.from({ length: 80_000 }, (_, id) => ({ id }));
    const row = z.object({ id: z.number() });
    for (const answer of [many, { items: many }, { items: many, totalCount: 80_000 }]) {
      const rows = itemsOf(row).parse(answer);
      expect([rows.length, rows.totalCount]).toEqual([5_000, 80_000]);
    }
    const page = listOf(row).parse({ items: many, totalCount: 90_000 });
    expect([page.items.length, page.totalCount]).toEqual([5_000, 90_000]);
    expect(rowsOf(row).parse(many)).toHaveLength(5_001);
    expect(rowsOf(row).parse(null)).toEqual([]);
  });
});

it("returns the deviations of each answer, nested ones too, and once for all items of a list", () => {
  const item = z.object({ id: z.string(), unit: shown.text(), place: shown.address() });
  const schema = itemsOf(item.transform((parsed) => parsed));
  const bad = { id: "1", unit: {}, place: { line1: [{}] } };
  const read = (items: readonly unknown[]) => readAnswer(schema, items).deviations;
  expect(read([bad, { id: "2" }, bad])).toEqual(["items.unit", "items.place.line1"]);
  expect(read([{ id: "2" }])).toEqual([]);
  let nestedLength: unknown;
  const other = z.object({ it: z.unknown().transform(() => (nestedLength = schema.parse([bad]).length)) });
  expect([readAnswer(other, { it: 1 }).deviations, nestedLength]).toEqual([[], 1]);
});
