import { expect, it } from "vitest";
import { formatDateTime } from "#app/ui/format.ts";
import { repairTarget } from "./success-view.server.ts";

const levels = new Map([
  ["low", 1],
  ["medium", 2],
  ["high", 3],
  ["extrahigh", 4],
]);

it.each([
  // Friday before a weekend; 24 December before Christmas, a weekend and Boxing Day's substitute.
  ["", "2026-11-27T10:00:00Z", "01/12/2026 23:59"],
  ["Low", "2026-12-24T10:00:00Z", "30/12/2026 23:59"],
  ["Unheard of", "2026-11-23T10:00:00Z", "25/11/2026 23:59"],
  ["Medium", "2026-11-27T10:00:00Z", "28/11/2026 23:59"],
  ["Med", "2026-11-27T10:00:00Z", "28/11/2026 23:59"],
  ["Medium", "2026-11-28T10:00:00Z", "30/11/2026 23:59"],
  // 12:30 and 13:30 in London's summer time.
  ["High", "2026-07-04T11:30:00Z", "04/07/2026 23:59"],
  ["High", "2026-07-04T12:30:00Z", "05/07/2026 12:59"],
  ["Extra High", "2026-12-24T22:00:00Z", "25/12/2026 04:00"],
  ["ExtraHigh", "2026-12-24T22:00:00Z", "25/12/2026 04:00"],
])("a line of care level '%s' that fails at %s should be repaired by %s", (level, from, expected) => {
  expect(formatDateTime(repairTarget(level, new Date(from), levels).toISOString())).toBe(expected);
});

it("a visit that ends later than the care level's target moves the target to the end of the visit", () => {
  const visit = new Date("2026-12-04T18:00:00Z");
  expect(repairTarget("low", new Date("2026-11-27T10:00:00Z"), levels, visit)).toEqual(visit);
});
