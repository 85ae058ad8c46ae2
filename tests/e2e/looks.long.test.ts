import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { PNG } from "pngjs";
import { expect, it } from "vitest";
import { BookingPages } from "../support/booking-pages.ts";
import { engine, engines } from "../support/engine.ts";
import { annaAt, startJourneys } from "../support/journey.ts";
import { Payer } from "../support/payer.ts";
import type { Person } from "../support/person.ts";
import { signedIn } from "../support/signed-in.ts";
import { ticketPath } from "../support/ticket-pages.ts";
import { sql, world } from "../support/world.ts";

startJourneys();

const folder = "test-results/looks";
const height = 1400;

/** Takes a picture of a page in this browser, and puts it beside the ones from the other browsers' runs. */
async function take({ page }: Person, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const { width } = page.viewportSize()!;
  const path = (which: string) => `${folder}/${name}-${width}${which}.png`;
  // WebKit takes the picture of the last frame that it painted.
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  });
  // Hiding the caret takes a style that the policy refuses, which Firefox tells.
  await page.screenshot({ path: path(`-${engine}`), caret: "initial" });
  const taken = engines.map((which) => path(`-${which}`)).filter((file) => existsSync(file));
  const pictures = taken.map((file) => PNG.sync.read(readFileSync(file)));
  const beside = new PNG({ width: pictures.reduce((sum, one) => sum + one.width, 0), height });
  let left = 0;
  for (const picture of pictures) {
    PNG.bitblt(picture, beside, 0, 0, picture.width, Math.min(picture.height, height), left, 0);
    left += picture.width;
  }
  writeFileSync(path(""), PNG.sync.write(beside));
}

it.each([375, 1440])("twelve pages at %i px are there to be looked at", async (width) => {
  const viewport = { width, height };
  const person = await annaAt({ viewport }, { cookiesAnswered: true });
  const find = "SELECT invoice_number AS number FROM invoices WHERE client_id = '1001' AND status = 0";
  const number = String(sql(find)[0]?.["number"]);
  const { at } = await BookingPages.after(await signedIn(world, "anna", "1001"), "975");
  const pages = [
    ["dashboard", "/dashboard", "Dashboard"],
    ["invoices", "/invoices", "Invoices"],
    ["invoice", `/invoices/${number}`, `Invoice ${number}`],
    ["ticket", ticketPath("Nine short notes"), "Tickets"],
    ["new-ticket", "/tickets/new/technical/devices/laptops", "New Customer Service Ticket"],
    ["contact", "/account/contacts/new", "Add New Contact"],
    ["quote", "/products/quotes/29001", "Quote 29001"],
    ["statement", "/invoices/statement", "Statement"],
    ["line-test", at, "Line Checker Results"],
  ] as const;
  for (const [name, path, heading] of pages) {
    await person.goTo(path, heading);
    await take(person, name);
  }
  const payer = new Payer(person);
  await payer.openList();
  await take(person, "make-a-payment");
  await payer.tick(2);
  await payer.proceed();
  await take(person, "review");
  await person.context.clearCookies();
  await person.goTo("/login", "Welcome to the Customer Portal");
  await take(person, "sign-in");
  expect(person.faults).toEqual([]);
});
