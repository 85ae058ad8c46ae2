import { expect, it } from "vitest";
import { banners, currentBanner, type Banner } from "./banners.ts";

const banner = (content: string, expires: string) => ({ content, expires }) as Banner;

it("is the first that has not expired, in the list's order", () => {
  const list = [banner("old", "2024-01-31"), banner("later", "2024-12-31"), banner("sooner", "2024-03-31")];
  expect(currentBanner(new Date("2024-02-01T12:00:00Z"), list)?.content).toBe("later");
});

it("shows a banner through its last day in London, summer time included", () => {
  const list = [banner("one", "2024-08-30"), banner("two", "2024-08-31")];
  expect(currentBanner(new Date("2024-08-30T22:59:59Z"), list)?.content).toBe("one");
  expect(currentBanner(new Date("2024-08-30T23:00:00Z"), list)?.content).toBe("two");
  expect(currentBanner(new Date("2024-08-31T23:00:00Z"), list)).toBeUndefined();
});

it("has banners from 2021-03-12 to 2024-08-31, none of which shows today", () => {
  expect(banners[0]?.expires).toBe("2021-03-12");
  expect(banners.at(-1)?.expires).toBe("2024-08-31");
  expect(currentBanner(new Date("2024-09-01T12:00:00Z"))).toBeUndefined();
});

it("turns browser notifications on from midnight in London", () => {
  const shown = ["2022-06-30T22:59:00Z", "2022-06-30T23:01:00Z"].map(
    (moment) => currentBanner(new Date(moment))?.linkTitle,
  );
  expect(shown).toEqual(["Run a line test", "Turn on browser notifications"]);
});

it("leads to each feature in its time", () => {
  const shown = ["2021-03-12", "2022-01-01", "2023-01-01", "2024-08-31"].map(
    (day) => currentBanner(new Date(`${day}T12:00:00Z`))?.linkUrl,
  );
  expect(shown).toEqual([
    "/invoices/make-a-payment",
    "/services/line-faults",
    "/dashboard?enableNotifications=true",
    "/account",
  ]);
});
