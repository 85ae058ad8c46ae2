import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { expect, it, test } from "vitest";
import { callsFile } from "#shared/limits.ts";
import { addUpCalls, digitsOf, OTHERS } from "./call-totals.server.ts";

const HEADINGS = "Date,Time,From,To,Destination,Duration (s),Cost (GBP)";
const ROW = "2026-07-01,09:30:00,01947 600123,0113 496 0000,UK national,60,0.10";

const inChunks = (text: string, size = 64 * 1024) => {
  const bytes = Buffer.from(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
  return Readable.from(chunks);
};
const read = (text: string, wanted = "", size?: number) => addUpCalls(inChunks(text, size), wanted);

test.each([
  ["a column for the date and one for the time, and commas", `${HEADINGS}\r\n${ROW}\r\n`],
  [
    "semicolons, quotes, pence and h:mm:ss",
    '\uFEFF"Call Date";"Calling Number";"Called Number";"Call Type";"Duration";"Charge (pence)"\r\n"01/07/2026 09:30:00";"01947 600123";"0113 496 0000";"UK national";"00:01:00";"10.0"\r\n',
  ],
  [
    "tabs, UTC and tiny costs, without a last line break",
    "Start Time\tCLI\tDialled Number\tCall Class\tSeconds\tPrice\n2026-07-01T08:30:00Z\t01947 600123\t0113 496 0000\tUK national\t60\t0.1000",
  ],
])("reads a file with %s", async (_, text) => {
  for (const size of [1, 7, 1_000]) {
    const { total, unreadableRows, byNumber, byKind, byHour, mostExpensive, cutReason } = await read(
      text,
      "",
      size,
    );
    expect(total).toEqual({ calls: 1, seconds: 60, microPounds: 100_000 });
    expect([unreadableRows, cutReason, [...byNumber.keys()], [...byKind.keys()]]).toEqual([
      0,
      undefined,
      ["01947 600123"],
      ["UK national"],
    ]);
    expect(byHour.findIndex(({ calls }) => calls === 1)).toBe(9);
    expect(mostExpensive).toHaveLength(1);
  }
});

it("adds up costs below a penny without rounding", async () => {
  const row = ROW.replace("0.10", "0.0001");
  expect((await read([HEADINGS, ...Array<string>(30_000).fill(row)].join("\n"))).total.microPounds).toBe(
    3_000_000,
  );
});

test.each([
  ["one cell too few", "2026-07-01,09:30:00,01947 600123,0113,UK,60"],
  ["one cell too many", `${ROW},1`],
  ["no number", "2026-07-01,09:30:00,,0113,UK,60,0.10"],
  ["no cost", "2026-07-01,09:30:00,01947,0113,UK,60,free"],
  ["no time", "2026-07-01,25:30:00,01947,0113,UK,60,0.10"],
  ["an unclosed quote", '2026-07-01,09:30:00,"01947,0113,UK,60,0.10'],
  ["a line of 5 MB", "x".repeat(5 * 1024 * 1024)],
  ["a line that is a little too long", `${"x".repeat(callsFile.lineChars)}y`],
])("counts an unreadable row and reads the next ones: %s", async (_, badRow) => {
  const totals = await read(`${HEADINGS}\n${ROW}\n${badRow}\n${ROW}\n`);
  expect([totals.total.calls, totals.unreadableRows, totals.cutReason]).toEqual([2, 1, undefined]);
});

it("reads quoted commas and quotes, NULs, blank lines, and a title above the headings", async () => {
  const { byKind, unreadableRows } = await read(
    `Calls of July\n\n${HEADINGS}\r\n\r\n${ROW.replace("UK national", '"UK, ""national"""')}\n${ROW.replace("UK", "\0UK")}`,
  );
  expect([[...byKind.keys()], unreadableRows]).toEqual([['UK, "national"', "UK national"], 0]);
});

it("reads a file that has only columns for the caller and the cost", async () => {
  const { columns, total } = await read("CLI,Price\n01947,-£0.50\n01947,£1.00");
  expect(columns?.columnIndexes).toEqual({ from: 0, pounds: 1 });
  expect(total).toEqual({ calls: 2, seconds: 0, microPounds: 500_000 });
});

it.each(["", "Name,Age\n1,2\n", "x".repeat(5 * 1024 * 1024), "\0".repeat(5_000)])(
  "columns are undefined without known headings",
  async (text) => {
    expect((await read(text)).columns).toBeUndefined();
  },
);

it("adds up the complete rows of a file that breaks off", async () => {
  async function* broken() {
    yield Buffer.from(`${HEADINGS}\n${ROW}\n${ROW.slice(0, -1)}`);
    await setImmediate();
    throw new Error("gone");
  }
  const { total, cutReason, unreadableRows } = await addUpCalls(broken(), "");
  expect([total.calls, cutReason, unreadableRows]).toEqual([1, "broken off", 0]);
});

it("stops at the limit of size or time, and sets the reason", async () => {
  const big = Buffer.from(`${ROW}\n`.repeat(Math.ceil((1024 * 1024) / ROW.length)));
  async function* endless() {
    yield Buffer.from(`${HEADINGS}\n`);
    for (;;) {
      await setImmediate();
      yield big;
    }
  }
  const { cutReason, total } = await addUpCalls(endless(), "");
  expect(cutReason).toMatch(/^too (large|slow)$/);
  expect(total.calls).toBeLessThanOrEqual(callsFile.rows + 32_000);
});

it("finds the calls from and to a number in any notation, and the most expensive calls", async () => {
  const rows = Array.from({ length: 300 }, (_, index) => ROW.replace("0.10", `${index}.00`));
  const text = [HEADINGS, ...rows, ROW.replace("01947 600123", "+44 (0)1947 600999")].join("\n");
  const totals = await read(text, digitsOf("01947600999"));
  expect([totals.matchTotal.calls, totals.matches.length]).toEqual([1, 1]);
  expect(totals.mostExpensive.map(({ microPounds }) => microPounds / 1e6)).toEqual(
    Array.from({ length: 20 }, (_, index) => 299 - index),
  );
  const many = await read(text, digitsOf("0113 496"));
  expect([many.matchTotal.calls, many.matches.length]).toEqual([301, callsFile.found]);
});

it("adds up calls by the number that they mean, however it is written", async () => {
  const spellings = [
    "01947 600123",
    "+44 (0)1947 600123",
    "0044 1947 600123",
    "441947600123",
    "44 01947 600123",
  ];
  const more = ["1947600123", "(01947) 600-123", "+44 1947\u00a0600123", "０１９４７６００１２３"];
  const others = ["01947 600124", "Withheld", "WITHHELD", "Ext 201", "201"];
  const rows = [...spellings, ...more, ...others].map((from) => ROW.replace("01947 600123", from));
  const { byNumber } = await read([HEADINGS, ...rows].join("\n"));
  expect([...byNumber].map(([number, { calls }]) => [number, calls])).toEqual([
    ["01947 600123", 9],
    ["01947 600124", 1],
    ["Withheld", 2],
    ["Ext 201", 1],
    ["201", 1],
  ]);
});

it("lists a limited count of callers' numbers, and adds up the calls of all others", async () => {
  const rows = Array.from({ length: callsFile.numbers + 50 }, (_, index) =>
    ROW.replace("01947 600123", `${index}`),
  );
  const { byNumber } = await read([HEADINGS, ...rows].join("\n"));
  expect([byNumber.size, byNumber.get(OTHERS)?.calls]).toEqual([callsFile.numbers + 1, 50]);
});

/** CPU time of this thread in milliseconds, so that other processes don't matter. */
const busyMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

it("reads 100,000 rows in many short turns of the event loop", { timeout: 30_000 }, async ({ annotate }) => {
  const rows = Array.from({ length: 100_000 }, (_, index) =>
    ROW.replace("600123", String(600_000 + (index % 400))),
  );
  const file = Buffer.from([HEADINGS, ...rows].join("\r\n"));
  let [longest, ticks, last] = [0, 0, busyMs()];
  const onTick = () => {
    const now = busyMs();
    longest = Math.max(longest, now - last);
    ticks += 1;
    last = now;
  };
  const timer = setInterval(onTick, 1);
  const [begun, from] = [busyMs(), performance.now()];
  // In one chunk, which is the worst case.
  const totals = await addUpCalls(Readable.from([file]), "01947600001");
  const ms = busyMs() - begun;
  onTick();
  clearInterval(timer);
  const figures = [ms, longest, performance.now() - from].map((one) => `${one.toFixed(0)} ms`);
  await annotate(`CPU time ${figures[0]}, longest block ${figures[1]}, elapsed ${figures[2]}`);
  expect([totals.total.calls, totals.unreadableRows, totals.matchTotal.calls]).toEqual([100_000, 0, 250]);
  expect(ticks).toBeGreaterThan(10);
  expect(longest).toBeLessThan(ms / 4);
});
