import { describe, expect, it } from "vitest";
import { isDriven } from "../support/browser.ts";
import { annaAt, startJourneys } from "../support/journey.ts";
import { holdScripts } from "../support/late-scripts.ts";
import { firstOrAll } from "../support/long.ts";
import { runsAllJourneys, type Person } from "../support/person.ts";
import { signedIn } from "../support/signed-in.ts";
import { countTickets, notesOf, ticketOf, ticketPath } from "../support/ticket-pages.ts";
import { ticketId } from "../support/uploads.ts";
import { world } from "../support/world.ts";

startJourneys();

const file = (name: string) => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.from(`What ${name} says\r\n`),
});
const press = ({ page }: Person, name: string) => page.getByRole("button", { name, exact: true }).click();
const follow = ({ page }: Person, name: string) =>
  page.getByRole("main").getByRole("link", { name, exact: true }).click();

const subjects = [
  ["on", "Nine short notes", 9],
  ["off", "Four middling notes", 4],
] as const;
describe.each(firstOrAll(subjects))("with scripts %s", (scripts, subject, notes) => {
  it("a person finds a ticket, reads it, replies with two files, closes it and reopens it", async () => {
    const person = await annaAt({ scripts }, { cookiesAnswered: true });
    const { page } = person;
    const { support_ticket_id: id } = ticketOf(subject);
    await person.goTo("/tickets", "Tickets");
    await person.fits(320);
    await page.getByRole("searchbox", { name: "Search Tickets" }).fill(subject);
    await page.getByRole("searchbox", { name: "Search Tickets" }).press("Enter");
    await follow(person, String(id));
    await page.getByRole("heading", { name: "Ticket Breakdown" }).waitFor();
    await person.arrive("Tickets", "ticket");
    await person.fits(320);
    const second = page.locator("#update-history li").nth(1).getByText("Nothing has changed");
    await second.waitFor();
    await press(person, "Collapse all");
    await second.waitFor({ state: "hidden" });
    await page.getByLabel("Your reply").fill("Still broken.");
    await press(person, "Expand all");
    await expect.poll(() => page.locator("#update-history li > details[open]").count()).toBe(notes);
    expect(await page.getByLabel("Your reply").inputValue()).toBe("Still broken.");
    await page.getByLabel("Attach Files").setInputFiles([file("before.txt"), file("after.txt")]);
    await press(person, "Send reply");
    await page.getByText(`Your reply was added to ticket ${id}.`).waitFor();
    await page.getByText(`after.txt was uploaded successfully to Support ${id}.`).waitFor();
    await person.arrive("Tickets", "replied");
    await page.locator("#download").getByRole("link", { name: "before.txt" }).waitFor();
    expect(notesOf(subject).at(-1)).toBe("<p>Still broken.</p>");
    expect(await page.getByLabel("Your reply").inputValue()).toBe("");
    await press(person, "Close ticket");
    await page.getByText(`Ticket ${id} was closed.`).waitFor();
    await person.goTo(ticketPath(subject), "Tickets");
    await press(person, "Reopen ticket");
    await page.getByText(`Ticket ${id} was reopened.`).waitFor();
    await person.goTo(`/tickets?search=${encodeURIComponent(subject)}`, "Tickets");
    await page.getByRole("link", { name: `It's working now: close ticket ${id}` }).click();
    await person.arrive("Is it working now?");
    await press(person, "Yes, close it");
    await page.getByText(`Ticket ${id} was closed.`).waitFor();
    await person.goTo("/dashboard", "Dashboard");
    await page.getByRole("link", { name: "View all tickets" }).click();
    await person.arrive("Tickets");
  });

  if (!runsAllJourneys(scripts)) return;

  it("a person logs a ticket with a file for a broken laptop, by the keyboard, and one about a bill", async () => {
    const person = await annaAt({ scripts }, { cookiesAnswered: true });
    const { page } = person;
    await person.goTo("/tickets/new", "New Customer Service Ticket");
    await person.fits(320);
    for (const name of ["Technical Services", "Devices", "Laptops"]) {
      await page.getByRole("main").getByRole("link", { name, exact: true }).focus();
      await page.keyboard.press("Enter");
      await page.waitForURL((url) => url.pathname.endsWith(name.split(" ")[0]!.toLowerCase()));
    }
    await page.getByLabel("Summary").waitFor();
    await person.arrive("New Customer Service Ticket", "form");
    await person.fits(320);
    await page.getByLabel("Contract").selectOption("101");
    await page.getByLabel("Related Device").selectOption("9011");
    if (isDriven(scripts)) await page.getByLabel("Attach Files").setInputFiles([file("serial.txt")]);
    else {
      const chooser = page.waitForEvent("filechooser");
      await page.getByLabel("Attach Files").press("Enter");
      await (await chooser).setFiles([file("serial.txt")]);
    }
    await page.getByLabel("Summary").focus();
    await page.keyboard.type(`Broken laptop ${scripts}`);
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("Please enter the details.").waitFor();
    await person.arrive("New Customer Service Ticket", "refused");
    await page.getByLabel("Details", { exact: true }).fill("It fell.");
    if (scripts === "off") await page.getByLabel("Attach Files").setInputFiles([file("serial.txt")]);
    await press(person, "Send Ticket");
    await person.arrive("Saved");
    const { support_ticket_id: id } = ticketOf(`Broken laptop ${scripts}`);
    await page.getByText(`Ticket ${id} logged`).waitFor();
    await page.getByText(`serial.txt was uploaded successfully to Support ${id}.`).waitFor();
    expect(countTickets(`Broken laptop ${scripts}`)).toBe(1);
    await follow(person, "Manage Tickets");
    await follow(person, "Log New Ticket");
    await page.getByRole("main").getByRole("link", { name: "Account & Billing" }).click();
    await page.getByLabel("Summary").fill(`A bill ${scripts}`);
    if (scripts === "on") {
      page.once("dialog", (dialog) => {
        expect(dialog.message()).toContain("You have unsaved changes.");
        void dialog.dismiss();
      });
      await follow(person, "Previous Step");
    } else {
      await press(person, "Previous Step");
      await page.getByText("You have unsaved changes.").waitFor();
    }
    await page.getByLabel("Details", { exact: true }).fill("Which one?");
    await press(person, "Send Ticket");
    await person.arrive("Saved", "account");
    expect(ticketOf(`A bill ${scripts}`)["contract_id"]).toBe(1);
  });
});

it("a conflict that is settled as the colleague had it leaves the ticket as it is, ready for a reply", async () => {
  const person = await annaAt({ scripts: "on" }, { cookiesAnswered: true });
  const { page } = person;
  const id = ticketId(world, 4);
  await person.goTo(`/tickets/${id}`, "Tickets");
  const status = page.getByLabel("Ticket Status");
  const shown = await status.inputValue();
  const values = await status
    .locator("option")
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  const [theirs = "", mine = ""] = values.filter((value) => value !== shown && value !== "");
  const colleague = await signedIn(world, "anna", "1001");
  const saved = await colleague.submit(await colleague.get(`/tickets/${id}`), "#ticket", {
    statusId: theirs,
  });
  expect(saved.status).toBe(303);
  await status.selectOption(mine);
  await press(person, "Send reply");
  await page.getByText("Your changes aren't saved yet.").waitFor();
  await page.locator(`input[name="choice.statusId"][value=theirs]`).check();
  await press(person, "Save Changes");
  await page.getByLabel("Your reply").waitFor();
  expect(await status.inputValue()).toBe(theirs);
});

it("formatted details are edited as text after a press, which keeps the reply and the chosen files", async () => {
  const { support_ticket_id: id } = ticketOf("No notes at all");
  const details = `<p>See <a href="https://desk.example/kb">the guide</a></p><ol><li>Reset it</li></ol>`;
  const write = world.provider.db.prepare("UPDATE tickets SET details = ? WHERE support_ticket_id = ?");
  write.run(details, id);
  const person = await annaAt({ scripts: "on" }, { cookiesAnswered: true });
  const { page } = person;
  await person.goTo(`/tickets/${id}`, "Tickets");
  await page.getByLabel("Your reply").fill("Half a reply");
  // A phone gives every photo the same name.
  const photo = (content: string) => ({
    name: "image.txt",
    mimeType: "text/plain",
    buffer: Buffer.from(content),
  });
  await page.getByLabel("Attach Files").setInputFiles([photo("one"), photo("another")]);
  await page.getByText("Contact, Address, Details").click();
  await press(person, "Edit as text, without links and numbering");
  const field = page.getByRole("textbox", { name: "Details" });
  await expect.poll(() => field.inputValue()).toBe("See the guide\nReset it");
  await page.getByText("If you change it, you'll lose that formatting.").waitFor();
  expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
  await field.fill("Reset it twice");
  expect(await page.getByLabel("Your reply").inputValue()).toBe("Half a reply");
  await press(person, "Send reply");
  await page.getByText(`image-2.txt was uploaded successfully to Support ${id}.`).waitFor();
  expect(ticketOf("No notes at all").details).toBe("Reset it twice");
  expect(notesOf("No notes at all").at(-1)).toBe("<p>Half a reply</p>");
});

it("on a phone a ticket's link to itself stays in place when scripts come", async () => {
  const person = await annaAt({ viewport: { width: 360, height: 780 } }, { cookiesAnswered: true });
  const release = await holdScripts(person);
  await person.page.goto(world.portal.url + ticketPath("Nine short notes"), { waitUntil: "commit" });
  const link = person.page.getByTitle("Link to this page");
  const before = await link.boundingBox();
  release();
  await person.arrive("Tickets");
  expect(await link.boundingBox()).toEqual(before);
});

it("on a phone a table in others' words stays one, and a note above the files has the card's padding", async () => {
  const { support_ticket_id: id } = ticketOf("One attached file");
  const { db } = world.provider;
  const words =
    "<p>Here:</p><table><tr><th>Extension</th><th>Works</th></tr><tr><td>201</td><td>no</td></tr></table>";
  db.prepare("UPDATE tickets SET details = ?, files = ? WHERE support_ticket_id = ?").run(
    words,
    JSON.stringify({ names: ["..", "Plan.pdf"] }),
    id,
  );
  db.prepare("UPDATE breakdowns SET lines = json_set(lines, '$[0].description', ?)").run(words);
  const invoice = db.prepare("SELECT invoice_number AS id FROM invoices WHERE client_id = '1001'").get();
  const person = await annaAt({ viewport: { width: 360, height: 780 } }, { cookiesAnswered: true });
  const looks = () =>
    person.page
      .locator("[data-label] :is(th, td)")
      .evaluateAll((cells) =>
        cells.map((cell) => [getComputedStyle(cell).display, getComputedStyle(cell, "::before").content]),
      );
  const asTable = Array.from({ length: 4 }, () => ["table-cell", "none"]);
  await person.goTo(`/invoices/${invoice?.["id"]}`, `Invoice ${invoice?.["id"]}`);
  expect(await looks()).toEqual(asTable);
  await person.goTo(`/tickets/${id}`, "Tickets");
  expect(await looks()).toEqual(asTable);
  const left = (selector: string) =>
    person.page
      .locator(selector)
      .evaluate((one) => one.getBoundingClientRect().left + parseFloat(getComputedStyle(one).paddingLeft));
  expect(await left("#download p")).toBe(await left("#download li"));
});
