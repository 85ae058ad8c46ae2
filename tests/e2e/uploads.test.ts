import { expect, it } from "vitest";
import { hydrated } from "../support/hydrated.ts";
import * as journey from "../support/journey.ts";
import { pdf, ticketId, uploadLedger } from "../support/uploads.ts";
import { world } from "../support/world.ts";

journey.startJourneys();

const file = (name: string, buffer: Buffer) => ({ name, mimeType: "application/octet-stream", buffer });

it("a reply whose connection breaks keeps everything, and is sent again by a press", async () => {
  const id = ticketId(world, 4);
  const person = await journey.annaWithoutCookies("on", 360);
  const { page } = person;
  await person.goTo(`/tickets/${id}`, `Ticket ${id}`);
  await hydrated(person);
  await page.getByLabel("Your reply").fill("A photo of it.");
  await page.getByLabel("Attach Files").setInputFiles([file("photo.pdf", pdf(300_000))]);
  let cuts = 2;
  await page.route(`**/tickets/${id}*`, (route) =>
    route.request().method() === "POST" && (cuts -= 1) >= 0
      ? route.abort("connectionreset")
      : route.continue(),
  );
  const broken = page.getByRole("dialog", { name: "The connection broke" });
  await page.getByRole("button", { name: "Send Reply" }).click();
  await broken.waitFor();
  expect(await person.violations()).toEqual([]);
  await broken.getByRole("button", { name: "Back to the Form" }).click();
  await broken.waitFor({ state: "detached" });
  expect(await page.getByLabel("Your reply").inputValue()).toBe("A photo of it.");
  await page.getByRole("button", { name: "Remove photo.pdf" }).waitFor();
  await page.getByRole("button", { name: "Send Reply" }).click();
  await broken.getByRole("button", { name: "Try Again" }).click();
  await page.getByText(`photo.pdf was uploaded successfully to Support ${id}.`).waitFor();
  const notes = world.provider.db.prepare("SELECT count(*) AS n FROM ticket_notes WHERE content LIKE ?");
  expect(notes.get("%A photo of it.%")).toEqual({ n: 1 });
});

it.each(["on", "off"] as const)("files are added to a ticket, scripts %s", async (scripts) => {
  const id = ticketId(world, scripts === "on" ? 2 : 3);
  const person = await journey.annaWithoutCookies(scripts, 360);
  const { page } = person;
  await person.goTo(`/tickets/${id}/files`, "Add Files");
  const photo = file("Router lights.pdf", pdf(2_000_000));
  const control = page.getByLabel("Files", { exact: true });
  if (scripts === "off") await control.setInputFiles([photo, file("conflict.txt", Buffer.from("x"))]);
  else {
    await hydrated(person);
    await control.setInputFiles([
      photo,
      file("wrong.txt", Buffer.from("x")),
      file("empty.txt", Buffer.alloc(0)),
    ]);
    // What is chosen later comes beside what was chosen before, and what can't be taken is told at once.
    await control.setInputFiles([
      photo,
      file("conflict.txt", Buffer.from("x")),
      file("run.exe", Buffer.from("MZ")),
    ]);
    expect(await page.getByRole("main").textContent()).toContain("run.exe is not of a type that is taken.");
    await page.getByRole("button", { name: "Remove wrong.txt" }).click();
    const listed = page.getByRole("list", { name: "Files to be sent" }).getByRole("listitem");
    expect(await listed.count()).toBe(2);
    expect(await person.violations()).toEqual([]);
  }
  await page.getByRole("button", { name: "Add Files" }).click();
  await page.waitForURL((url) => url.pathname === `/tickets/${id}`);
  const bar = page.getByRole("status").filter({ hasText: "uploaded" });
  await bar.getByText(`Router lights.pdf was uploaded successfully to Support ${id}.`).waitFor();
  await bar.getByText(`We're sorry, conflict.txt failed to upload to Support ${id}.`).waitFor();
  const { files } = await uploadLedger(world);
  expect(files.filter((one) => one.ticketId === id)).toMatchObject([
    { name: "Router lights.pdf", size: 2_000_000 },
  ]);
});
