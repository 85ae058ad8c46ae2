import { expect, it } from "vitest";
import type { Banner } from "#server/banners.ts";
import { currentBanner } from "./banners.ts";

const banner = (content: string, expires: string) => ({ content, expires }) as Banner;

it("returns the list's first banner that hasn't expired", () => {
  const list = [banner("old", "2024-01-31"), banner("later", "2024-12-31"), banner("sooner", "2024-03-31")];
  expect(currentBanner(new Date("2024-02-01T12:00:00Z"), list)?.content).toBe("later");
});

it("shows a banner through its last day in London, summer time included", () => {
  const list = [banner("one", "2024-08-30"), banner("two", "2024-08-31")];
  expect(currentBanner(new Date("2024-08-30T22:59:59Z"), list)?.content).toBe("one");
  expect(currentBanner(new Date("2024-08-30T23:00:00Z"), list)?.content).toBe("two");
  expect(currentBanner(new Date("2024-08-31T23:00:00Z"), list)).toBeUndefined();
});

it("doesn't return a banner before its first day", () => {
  const list = [{ ...banner("soon", "2024-12-31"), starts: "2024-11-01" }, banner("now", "2024-12-31")];
  const shown = ["2024-10-31", "2024-11-01"].map(
    (day) => currentBanner(new Date(`${day}T12:00:00Z`), list)?.content,
  );
  expect(shown).toEqual(["now", "soon"]);
});
