import { expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { BookingPages } from "../support/booking-pages.ts";
import { changing } from "../support/changed-answers.ts";
import { headingOf, textOf } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startWithAnna();

it("a trouble report whose answer was lost shows no ticket while its check names none", async () => {
  const booking = await BookingPages.after(anna, "450");
  const page = await booking.details();
  const withoutTicket = changing((body, { path }) =>
    path.includes("/LineFaultCheckStatus/") ? { ...(body as object), supportTicketId: 0 } : body,
  );
  const shown = await world.api.scripted(withoutTicket, async () =>
    anna.follow(await booking.send(page, { problemDescription: "Lost" })),
  );
  expect(headingOf(shown)).toBe("Success");
  expect(textOf(shown)).not.toMatch(/Ticket \d/);
  expect(shown.$("main a[href^='/tickets']").length).toBe(0);
  expect(booking.calls()).toEqual(["logged"]);
});
