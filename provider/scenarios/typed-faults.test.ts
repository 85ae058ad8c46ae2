import { describe, expect, test } from "vitest";
import { causeTypedFault } from "./typed-faults.ts";

describe("faults that are typed", () => {
  const waited: number[] = [];
  const causeFault = (...typed: unknown[]) =>
    causeTypedFault(typed, async (milliseconds) => void waited.push(milliseconds));

  test("'Slow' waits just less than the portal does, then the save goes on", async () => {
    await expect(causeFault("Whitby", " SLOW ")).resolves.toBeUndefined();
    expect(waited).toEqual([29_000]);
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

  test("any other word is an ordinary one", async () => {
    await expect(causeFault("Slowly", "", null, undefined, "constructor")).resolves.toBeUndefined();
    expect(waited).toEqual([29_000]);
  });
});
