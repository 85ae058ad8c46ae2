import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { bannersFile } from "./banners.ts";

const folder = mkdtempSync(join(tmpdir(), "banners-test-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = (content: string) => {
  const file = join(folder, "banners.json");
  writeFileSync(file, content);
  return bannersFile.safeParse(file);
};
const banner = { content: "New", expires: "2030-01-31", linkUrl: "/account", linkTitle: "See it" };

it("without a file the banners are those of the portal", () => {
  const banners = bannersFile.parse(undefined);
  expect(banners.map(({ linkUrl, expires }) => [linkUrl, expires])).toEqual([
    ["/invoices/make-a-payment", "2021-03-12"],
    ["/services/line-faults", "2022-06-30"],
    ["/dashboard?enableNotifications=true", "2023-09-30"],
    ["/account", "2024-08-31"],
  ]);
});

it("with a file the banners are those of the file", () => {
  const external = { ...banner, linkUrl: "https://news.example/", starts: "2029-12-01", colour: "info" };
  expect(read(JSON.stringify([banner, external])).data).toEqual([{ ...banner, colour: "brand" }, external]);
  expect(read("[]").data).toEqual([]);
});

it.each([
  ["no JSON", /no JSON file/],
  [JSON.stringify([{ ...banner, expires: "31/01/2030" }]), /^0\.expires: /],
  [JSON.stringify([{ ...banner, linkUrl: "javascript:alert(1)" }]), /^0\.linkUrl: /],
  [JSON.stringify([{ ...banner, linkUrl: "//evil.example" }]), /^0\.linkUrl: /],
  [JSON.stringify([{ ...banner, color: "info" }]), /^0: /],
  [JSON.stringify(Array.from({ length: 101 }, () => banner)), /^: /],
  [JSON.stringify([{ ...banner, linkUrl: `/${"x".repeat(8 * 1024)}` }]), /^0\.linkUrl: /],
  [" ".repeat(1024 ** 2 + 1), /too long/],
])("a file with the content %.80s is refused, with the place of the error", (content, message) => {
  expect(read(content).error?.issues[0]?.message).toMatch(message);
});

it("a missing file is refused", () => {
  expect(bannersFile.safeParse(join(folder, "none.json")).error?.issues[0]?.message).toMatch(/no JSON file/);
});
