import { expect, it } from "vitest";
import { annaAt, startJourneys } from "../support/journey.ts";
import { readPdf } from "../support/pdf.ts";
import type { Person } from "../support/person.ts";

startJourneys();

/** Waits for the page of an invoice's calls; returns its heading. */
async function arriveAtCalls(person: Person): Promise<string> {
  await person.page.waitForURL(/\/calls$/);
  const heading = `Calls on invoice ${new URL(person.page.url()).pathname.split("/")[2]}`;
  await person.arrive(heading);
  return heading;
}

it.each([360, 768])("spend and calls aren't cut off at %i px", async (width) => {
  const person = await annaAt({ viewport: { width, height: 800 } }, { cookiesAnswered: true });
  await person.goTo("/invoices/usage", "Spend and calls");
  expect(await person.overflow()).toBe(0);
  await person.page
    .getByRole("link", { name: /^Calls on invoice/ })
    .first()
    .click();
  await arriveAtCalls(person);
  expect(await person.overflow()).toBe(0);
});

it("the printed spend has all its parts, and no links to calls", async () => {
  const person = await annaAt({}, { cookiesAnswered: true });
  await person.goTo("/invoices/usage", "Spend and calls");
  await person.page.emulateMedia({ media: "print" });
  const margin = { top: "15mm", right: "15mm", bottom: "15mm", left: "15mm" };
  const { text } = await readPdf(await person.page.pdf({ format: "A4", margin }));
  for (const words of ["Spend and calls", "Change", "Others", "Nov", "more"]) expect(text).toContain(words);
  expect(text).not.toContain("Calls on invoice");
});
