import { expect, it } from "vitest";
import * as journey from "../support/journey.ts";
import { areaModes, runsAllJourneys } from "../support/person.ts";
import { pdf, ticketId, uploadLedger } from "../support/uploads.ts";
import { world } from "../support/world.ts";

journey.startJourneys({ environment: { UPLOAD_FILE_MB: "32", UPLOAD_RETRY_MS: "0" } });

const file = (name: string, buffer: Buffer) => ({ name, mimeType: "application/octet-stream", buffer });

it("a reply whose connection breaks keeps its text and files, and is sent again by a press", async () => {
  const id = ticketId(world, 4);
  const person = await journey.annaWithoutCookieQuestion("on", 360);
  const { page } = person;
  await person.goTo(`/tickets/${id}`, "Tickets");
  await page.getByLabel("Your reply").fill("A photo of it.");
  await page.getByLabel("Attach Files").setInputFiles([file("photo.pdf", pdf(300_000))]);
  let cuts = 2;
  await page.route(`**/tickets/${id}*`, (route) =>
    route.request().method() === "POST" && (cuts -= 1) >= 0
      ? route.abort("connectionreset")
      : route.continue(),
  );
  const broken = page.getByRole("dialog", { name: "The connection was lost" });
  await page.getByRole("button", { name: "Send reply" }).click();
  await broken.waitFor();
  expect(await page.locator("progress[aria-label='photo.pdf']").count()).toBe(1);
  expect(await person.violations()).toEqual([]);
  await broken.getByRole("button", { name: "Back to the form" }).click();
  await broken.waitFor({ state: "detached" });
  expect(await page.getByLabel("Your reply").inputValue()).toBe("A photo of it.");
  await page.getByRole("button", { name: "Remove photo.pdf" }).waitFor();
  await page.getByRole("button", { name: "Send reply" }).click();
  await broken.getByRole("button", { name: "Try again" }).click();
  await page.getByText(`photo.pdf was uploaded successfully to Support ${id}.`).waitFor();
  const notes = world.provider.db.prepare("SELECT count(*) AS n FROM ticket_notes WHERE content LIKE ?");
  expect(notes.get("%A photo of it.%")).toEqual({ n: 1 });
});

it("a reply with a file is sent once by a double click, and a link asks before it cancels the sending", async () => {
  const id = ticketId(world, 5);
  const person = await journey.annaWithoutCookieQuestion("on");
  const { page } = person;
  const posts: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await person.goTo(`/tickets/${id}`, "Tickets");
  await page.getByLabel("Your reply").fill("Pressed twice.");
  await page.getByLabel("Attach Files").setInputFiles([file("twice.pdf", pdf(2_000))]);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await world.api.scripted(
    (call) => (call.method === "PUT" ? held.then(() => undefined) : undefined),
    async () => {
      await page.getByRole("button", { name: "Send reply" }).dblclick();
      await page.locator("main form[aria-busy=true]").waitFor();
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dashboard" }).click();
      await expect.poll(() => asked).toEqual([expect.stringContaining("still being sent")]);
      release();
      await page.getByText(`twice.pdf was uploaded successfully to Support ${id}.`).waitFor();
    },
  );
  expect(await page.getByText(`Your reply was added to ticket ${id}.`).count()).toBe(1);
  expect(posts.filter((url) => new URL(url).pathname.startsWith(`/tickets/${id}`))).toHaveLength(1);
  expect(asked).toHaveLength(1);
});

it("a reply with a file that is sent after a sign-out in another tab wasn't carried out, and the page says so", async () => {
  const id = ticketId(world, 6);
  const person = await journey.annaWithoutCookieQuestion("on");
  const { page } = person;
  await person.goTo(`/tickets/${id}`, "Tickets");
  await page.getByLabel("Your reply").fill("Too late.");
  await page.getByLabel("Attach Files").setInputFiles([file("late.pdf", pdf(2_000))]);
  const { origin } = new URL(world.portal.url);
  await person.context.request.post(`${origin}/logout`, { maxRedirects: 0, headers: { origin } });
  await page.getByRole("button", { name: "Send reply" }).click();
  await page.getByText("You'd been signed out, so your form wasn't sent").waitFor();
  expect(new URL(page.url()).pathname).toBe("/login");
});

it.each(areaModes.filter(runsAllJourneys))("files are added to a ticket, scripts %s", async (scripts) => {
  const id = ticketId(world, scripts === "on" ? 2 : 3);
  const person = await journey.annaWithoutCookieQuestion(scripts, 360);
  const { page } = person;
  await person.goTo(`/tickets/${id}/files`, "Add files");
  const photo = file("Router lights.pdf", pdf(2_000_000));
  const control = page.getByLabel("Files", { exact: true });
  if (scripts === "off") await control.setInputFiles([photo, file("conflict.txt", Buffer.from("x"))]);
  else {
    await control.setInputFiles([
      photo,
      file("wrong.txt", Buffer.from("x")),
      file("empty.txt", Buffer.alloc(0)),
    ]);
    // Files that are chosen later are added to the others, and one with a wrong type gets its message at once.
    await control.setInputFiles([
      photo,
      file("conflict.txt", Buffer.from("x")),
      file("run.exe", Buffer.from("MZ")),
    ]);
    expect(await page.getByRole("main").textContent()).toContain("run.exe isn't a file type we accept.");
    await page.getByRole("button", { name: "Remove wrong.txt" }).click();
    const listed = page.getByRole("list", { name: "Files to send" }).getByRole("listitem");
    expect(await listed.count()).toBe(2);
    const dropped = await page.evaluateHandle(() => {
      const held = new DataTransfer();
      held.items.add(new File(["x"], "dropped.txt"));
      return held;
    });
    await control.dispatchEvent("drop", { dataTransfer: dropped });
    await listed.filter({ hasText: "dropped.txt" }).waitFor();
    const remove = page.getByRole("button", { name: "Remove dropped.txt" });
    await remove.press("Enter");
    await remove.waitFor({ state: "detached" });
    expect(await person.violations()).toEqual([]);
  }
  await page.getByRole("button", { name: "Add files" }).click();
  await page.waitForURL((url) => url.pathname === `/tickets/${id}`);
  const bar = page.getByRole("status").filter({ hasText: "uploaded" });
  await bar.getByText(`Router lights.pdf was uploaded successfully to Support ${id}.`).waitFor();
  await bar.getByText(`We're sorry, conflict.txt failed to upload to Support ${id}.`).waitFor();
  const { files } = await uploadLedger(world);
  expect(files.filter((one) => one.ticketId === id)).toMatchObject([
    { name: "Router lights.pdf", size: 2_000_000 },
  ]);
});
