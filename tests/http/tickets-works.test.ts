import { expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { notesOf, ticketOf, ticketPath } from "../support/ticket-pages.ts";
import { headingOf, messageOf, textOf } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startWithAnna();

const SUBJECT = "No notes at all";
const linkOf = (subject: string) => `a[href^='${ticketPath(subject)}/works']`;

it("the list leads to a page that closes the ticket, says so in its history, and leads back to the list as it was", async () => {
  const list = await anna.get("/tickets?search=no+notes");
  const link = list.$(linkOf(SUBJECT));
  expect(link.text()).toMatch(/^It's working now: close ticket \d+$/);
  const answer = await anna.submit(await anna.get(link.attr("href") ?? ""), "#ticket-works");
  expect([answer.status, answer.location]).toEqual([303, "/tickets?search=no+notes"]);
  expect(messageOf(await anna.follow(answer))).toMatch(/^Success: Ticket \d+ was closed\./);
  expect(ticketOf(SUBJECT)["status_id"]).toBe(3);
  expect(notesOf(SUBJECT).join("")).toContain("It's working now.");
  const closed = await anna.get("/tickets?search=no+notes&status=closed");
  expect([textOf(closed).includes(SUBJECT), closed.$(linkOf(SUBJECT)).length]).toEqual([true, 0]);
});

it("the address in a mail closes nothing on its own: it asks for a press, which closes the ticket once", async () => {
  const at = `${ticketPath("Nobody and nowhere")}/works?account=1001`;
  const [page, calls] = await world.api.record(() => anna.open(at));
  expect(headingOf(page)).toBe("Is it working now?");
  expect(calls.filter(({ method }) => method === "PUT")).toEqual([]);
  const [answer, saves] = await world.api.record(() => anna.submit(page, "#ticket-works"));
  const put = saves.find(({ method }) => method === "PUT");
  // The names of the new status and contact go along with their ids.
  expect(JSON.parse(put?.body ?? "")).toMatchObject({
    statusId: 3,
    status: "Closed",
    contactName: "Anna Archer",
  });
  expect([answer.location, ticketOf("Nobody and nowhere")["contact_id"]]).toEqual(["/tickets", 1]);
  const [again, more] = await world.api.record(() => anna.submit(page, "#ticket-works"));
  expect(more.filter(({ method }) => method === "PUT")).toEqual([]);
  expect(messageOf(await anna.follow(again))).toMatch(/is already closed/);
});

it("a ticket whose save fails stays open, with a message, and the button can be pressed again", async () => {
  const at = `${ticketPath("One long note")}/works`;
  const page = await anna.get(at);
  const before = ticketOf("One long note")["status_id"];
  const refused = await world.api.answering(
    (call) => call.method === "PUT",
    { status: 400, body: "{}" },
    () => anna.submit(page, "#ticket-works"),
  );
  expect(refused.status).toBe(400);
  expect(textOf(refused)).toContain("There was an error updating your ticket.");
  expect(ticketOf("One long note")["status_id"]).toBe(before);
  expect((await anna.submit(refused, "#ticket-works")).location).toBe("/tickets");
});

it("a page that was opened before the ticket was reopened closes nothing, and says so", async () => {
  const at = `${ticketPath("Four middling notes")}/works`;
  const page = await anna.get(at);
  expect((await anna.submit(page, "#ticket-works")).location).toBe("/tickets");
  expect(
    (await anna.submit(await anna.get(ticketPath("Four middling notes")), "#ticket", { statusId: "1" }))
      .status,
  ).toBe(303);
  const [again, calls] = await world.api.record(() => anna.submit(page, "#ticket-works"));
  expect([again.location, calls.filter(({ method }) => method === "PUT")]).toEqual([at, []]);
  const shown = await anna.follow(again);
  expect(messageOf(shown)).toContain("The ticket has changed since you opened this page.");
  expect((await anna.submit(shown, "#ticket-works")).location).toBe("/tickets");
});

it("an unknown ticket isn't found, and a form of another account closes nothing", async () => {
  const form = { intent: "ticket-works", account: "1001" };
  expect((await anna.post("/tickets/999999/works", form)).status).toBe(404);
  const [reply, calls] = await world.api.record(() =>
    anna.post(`${ticketPath(SUBJECT)}/works`, { ...form, account: "1002" }),
  );
  expect([reply.status, calls.filter(({ method }) => method === "PUT")]).toEqual([409, []]);
});
