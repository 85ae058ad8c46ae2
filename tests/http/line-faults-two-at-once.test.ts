import { expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { BookingPages } from "../support/booking-pages.ts";
import { LineTestPages, newLine } from "../support/line-test-pages.ts";
import { signedIn } from "../support/signed-in.ts";
import { headingOf, textOf } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startWithAnna();

const isReport = ({ path }: { path: string }) => path.includes("/TroubleReport/");
const isAcceptance = ({ path }: { path: string }) => path.endsWith("/AcknowledgeAcceptance");

it("a colleague who confirms the checklist while a report is sent cancels no agreement", async () => {
  const cli = newLine("001");
  const { url } = await new LineTestPages(anna).begin(cli);
  world.provider.finishLineTests();
  const at = new URL(url).pathname;
  const ben = await signedIn(world, "ben");
  const [mine, theirs] = await Promise.all([anna.open(at), ben.open(at)]);
  await anna.submit(mine, "#line-checklist", { noFaultCheckListConfirmed: "on" });
  const booking = BookingPages.at(anna, cli, at);
  const slots = await booking.appointments("?chargeable");
  const price = await anna.follow(await booking.select(slots, "evening"));
  const details = await anna.follow(await booking.agree(price));
  const asked = Promise.withResolvers<undefined>();
  const held = Promise.withResolvers<undefined>();
  const [success, calls] = await world.api.record(() =>
    world.api.scripted(
      (call) => {
        if (!isReport(call)) return undefined;
        asked.resolve(undefined);
        return held.promise;
      },
      async () => {
        const sent = booking.send(details);
        await asked.promise;
        const pressed = ben.submit(theirs, "#line-checklist", { noFaultCheckListConfirmed: "on" });
        // Time enough for a press that doesn't wait for the report.
        await Promise.race([pressed, ben.open("/services/line-faults")]);
        held.resolve(undefined);
        await pressed;
        return anna.follow(await sent);
      },
    ),
  );
  expect(textOf(success)).toContain("Appointment cost£145");
  const told = calls.filter((call) => isReport(call) || isAcceptance(call));
  expect(told.map(isReport)).toEqual([false, true]);
  expect(JSON.parse(told[0]?.body ?? "")).toMatchObject({
    timeRelatedChargesAccepted: true,
    chargeableAppointmentAccepted: true,
  });
});

it("the page that waits for a report answers in time, also while its call to the API hangs", async () => {
  const booking = await BookingPages.after(anna, "450");
  const page = await booking.details();
  const isStatus = ({ path }: { path: string }) => path.includes("LineFaultCheckStatus");
  await world.api.answering(isReport, { isReset: true }, async () => anna.follow(await booking.send(page)));
  const held = Promise.withResolvers<undefined>();
  await world.api.answering(isStatus, held.promise, async () => {
    const shown = await booking.get("booking");
    expect([shown.status, textOf(shown).includes("We haven't had a reply yet")]).toEqual([200, false]);
    held.resolve(undefined);
  });
});

it("a Submit that had to wait for one that was refused books the appointment that its page shows", async () => {
  const booking = await BookingPages.after(anna, "450");
  const ben = await signedIn(world, "ben");
  const other = booking.as(ben);
  const [pm, am] = [await booking.details("pm"), await other.details("am")];
  const value = String(am.$("[name=shownSlot]").val());
  const left = [{ appointmentDate: value.slice(0, 10), appointmentTimeslot: "AM" }];
  const asked = Promise.withResolvers<undefined>();
  const held = Promise.withResolvers<undefined>();
  const ends = await world.api.scripted(
    async ({ path }) => {
      if (!path.includes("/AvailableAppointments/")) return undefined;
      asked.resolve(undefined);
      await held.promise;
      return { body: JSON.stringify(left) };
    },
    async () => {
      const first = booking.send(pm);
      await asked.promise;
      const second = other.send(am);
      await ben.open("/services/line-faults");
      held.resolve(undefined);
      await first;
      return ben.follow(await second);
    },
  );
  expect([headingOf(ends), booking.calls()]).toEqual(["Success", ["logged"]]);
});
