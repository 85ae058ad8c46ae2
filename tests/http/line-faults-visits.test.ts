import { expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { BookingPages } from "../support/booking-pages.ts";
import { cardText } from "../support/signed-in.ts";
import { notesOf, ticketPath } from "../support/ticket-pages.ts";
import { messageOf, textOf, type Page } from "../support/visitor.ts";
import { sql } from "../support/world.ts";

startWithAnna();

const link = ({ $ }: Page, text: string) => $(`main a:contains("${text}")`).attr("href") ?? "";
const reply = ({ $ }: Page) => String($("textarea[name=message]").val());

it("a booked visit is a card on its ticket and the dashboard, which asks for another day, or says that the engineer didn't come", async () => {
  const booking = await BookingPages.after(anna, "150");
  await anna.follow(await booking.send(await booking.details()));
  const at = `/tickets/${booking.ticket()}`;
  const ticket = await anna.get(at);
  const card = cardText(ticket, `Engineer visit for line ${booking.cli}`);
  for (const words of [
    /Day ?\w+, \d+\w\w \w+ \d{4}/,
    /Time ?[A-Z][\w ]+, \d\d:00–\d\d:00/,
    /Contact ?Anna Archer, 07700900123/,
    /Place ?\S/,
    /Help desk: 0344 770 6010/,
  ])
    expect(card).toMatch(words);
  const dashboard = await anna.get("/dashboard");
  expect(cardText(dashboard, "Needs your attention")).toContain("Contact");
  expect((await anna.get(link(dashboard, "Add to calendar"))).text).toContain("BEGIN:VEVENT");
  const later = await anna.get(link(ticket, "Ask for a different day"));
  expect(reply(later)).toMatch(/Could we have a different day, please\?/);
  const missed = await anna.get(`${at}?visit=missed`);
  // Another file may have booked a slot without hours, such as 'Evening', on a ticket with the same number.
  expect(reply(missed)).toMatch(/^The engineer booked for \w+ \d+ \w+, .+ didn't come\./);
  const { subject } = sql`SELECT subject FROM tickets WHERE support_ticket_id = ${booking.ticket()}`[0] as {
    subject: string;
  };
  const answer = await anna.submit(missed, "#ticket");
  expect(messageOf(await anna.follow(answer))).toContain("Your reply was added");
  expect(notesOf(subject).join("")).toContain("didn't come");
  // Its day hasn't come yet, so nobody can have missed it.
  expect(textOf(await anna.get(at))).not.toContain("we were told");
  const other = await anna.get(`${ticketPath("One long note")}?visit=missed`);
  expect(reply(other)).toBe("");
});

it("a visit goes from ticket and dashboard once the ticket is closed", async () => {
  const booking = await BookingPages.after(anna, "150");
  await anna.follow(await booking.send(await booking.details()));
  const at = `/tickets/${booking.ticket()}`;
  const works = await anna.get(`${at}/works`);
  await anna.submit(works, "#ticket-works");
  const title = `Engineer visit for line ${booking.cli}`;
  expect(cardText(await anna.get(at), title)).toBe("");
  expect((await anna.get("/dashboard")).text).not.toContain(title);
});
