import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { annaAt, startJourneys } from "../support/journey.ts";
import { readPdf } from "../support/pdf.ts";
import { areaModes } from "../support/person.ts";

startJourneys();

it.each(areaModes)("a person reads a return and downloads its file, scripts %s", async (scripts) => {
  const person = await annaAt({ scripts, acceptDownloads: true });
  const { page } = person;
  await person.goTo("/products/returns", "Returns");
  await person.openRow("Returns", "Fourteen files");
  await page.getByRole("heading", { level: 2, name: "Return Reasons" }).waitFor();
  await person.arrive((await page.getByRole("heading", { level: 1 }).textContent()) ?? "", "files");
  await page.getByText("View more").click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Part 14 of 14.pdf" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("Part 14 of 14.pdf");
  expect((await readPdf(await readFile(await download.path()))).pages).toBe(1);
});
