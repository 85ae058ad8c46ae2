import { describe, expect, test } from "vitest";
import { causeTypedFault } from "./typed-faults.ts";

describe("faults by typed words", () => {
  const pauses: number[] = [];
  const causeFault = (...typed: unknown[]) =>
    causeTypedFault(typed, async (milliseconds) => void pauses.push(milliseconds));

  test("'Slow' waits just below the portal's time-out, then continues", async () => {
    await expect(causeFault("Whitby", " SLOW ")).resolves.toBeUndefined();
    expect(pauses).toEqual([29_000]);
  });

  test.each([
    ["Error500", 500],
    ["unavailable", 503],
    ["Forbidden", 403],
    ["Gone", 404],
    ["Signed out", 401],
    ["Plain text", 400],
  ])("%s is refused with %d", async (word, status) => {
    await expect(causeFault(word)).rejects.toMatchObject({ status });
  });

  test("other texts cause no fault", async () => {
    await expect(causeFault("Slowly", "", null, undefined, "constructor")).resolves.toBeUndefined();
    expect(pauses).toEqual([29_000]);
  });
});
