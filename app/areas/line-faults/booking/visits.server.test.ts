import { expect, it } from "vitest";
import type { Portal } from "#app/request/portal.ts";
import { openPortal } from "#server/testing/route-args.ts";
import { bookedVisits, noteReply, prefilledReply, settleVisits, visitViews } from "./visits.server.ts";

const account = { clientId: "1001", name: "Harbour" };
const note = {
  ticketId: "88",
  cli: "01947600123",
  appointment: { appointmentDate: "2026-11-24T00:00:00Z", appointmentTimeslot: "AM Morning" },
  checkId: "7",
  place: "12 Silver Street, Whitby",
  contact: "Anna Archer, 07700900123",
  at: "2026-11-20T08:00:00Z",
};

/** The portal at this moment, with one visit on 24 November from 8 to 13 o'clock. */
async function at(now: string, role = "Support", request = "/tickets/88") {
  const opened = await openPortal({ roles: [`1001-${role}`], account, now });
  const args = await opened.args(request);
  const { session } = args.context;
  const portal = { session, user: session.user, account } as Portal;
  await bookedVisits.add(args, portal, note);
  return { opened, args, portal, views: () => visitViews(args, portal, "88") };
}

const labelsOf = (views: Awaited<ReturnType<typeof visitViews>>) =>
  views.map(({ title, actions }) => [title, ...actions.map(({ label }) => label)]);

it("a visit to come has its day, hours, place and contact, a calendar file and what to tell us", async () => {
  const { views } = await at("2026-11-24T12:59:00Z");
  const [visit] = await views();
  expect(visit?.facts).toEqual([
    { term: "Day", detail: "Tuesday, 24th November 2026" },
    { term: "Time", detail: "AM Morning, 08:00–13:00" },
    { term: "Place", detail: "12 Silver Street, Whitby" },
    { term: "Contact", detail: "Anna Archer, 07700900123" },
  ]);
  expect(visit?.actions).toEqual([
    { label: "Add to calendar", to: "/services/line-faults/7/appointment.ics" },
    { label: "Ask for a different day", to: "/tickets/88?visit=another-day#reply" },
    { label: "The engineer didn't come", to: "/tickets/88?visit=missed#reply" },
  ]);
});

it("can't have been missed before its hours", async () => {
  const [visit] = labelsOf(await (await at("2026-11-24T07:59:00Z")).views());
  expect(visit).toEqual([
    "Engineer visit for line 01947600123",
    "Add to calendar",
    "Ask for a different day",
  ]);
});

it("after its hours it asks whether the line works, for two days", async () => {
  const asked = [
    [
      "Is line 01947600123 working now?",
      "Yes, it's working now",
      "No, it isn't working",
      "The engineer didn't come",
    ],
  ];
  expect(labelsOf(await (await at("2026-11-24T13:01:00Z")).views())).toEqual(asked);
  expect(labelsOf(await (await at("2026-11-26T23:00:00Z")).views())).toEqual(asked);
  expect(await (await at("2026-11-27T08:00:00Z")).views()).toEqual([]);
});

it("asks no more once its ticket was closed, and nothing about another ticket's", async () => {
  const { opened, args, portal, views } = await at("2026-11-25T08:00:00Z");
  expect(await visitViews(args, portal, "89")).toEqual([]);
  settleVisits(args, portal, "89");
  await opened.answered();
  expect(await views()).toHaveLength(1);
  settleVisits(args, portal, "88");
  await opened.answered();
  expect(await views()).toEqual([]);
});

it("asks no more once the reply said that the engineer didn't come, but says so until its ticket is closed", async () => {
  const { opened, args, portal, views } = await at(
    "2026-11-24T14:05:00Z",
    "Support",
    "/tickets/88?visit=missed",
  );
  const written = await prefilledReply(args, portal, "88");
  await noteReply(args, portal, "88", "They came after all.");
  await noteReply(args, portal, "89", written);
  expect(labelsOf(await views())).toEqual([expect.arrayContaining(["Is line 01947600123 working now?"])]);
  await noteReply(args, portal, "88", `${written}\nPlease ring first.`);
  expect(labelsOf(await views())).toEqual([
    ["Line 01947600123: we were told on 24/11/2026 14:05 that the engineer didn't come", "It's working now"],
  ]);
  settleVisits(args, portal, "88");
  await opened.answered();
  expect(await views()).toEqual([]);
});

it("a visit still to come isn't noted as missed, and of two missed ones each is noted", async () => {
  const { args, portal, views } = await at("2026-11-26T14:00:00Z", "Support", "/tickets/88?visit=missed");
  for (const day of ["2026-11-26", "2026-11-27"])
    await bookedVisits.add(args, portal, {
      ...note,
      appointment: { ...note.appointment, appointmentDate: `${day}T00:00:00Z` },
    });
  await noteReply(args, portal, "88", "The engineer booked for Fri 27 Nov, 08:00–13:00 didn't come");
  for (const day of ["Tue 24", "Thu 26"]) {
    const written = await prefilledReply(args, portal, "88");
    expect(written).toContain(`${day} Nov`);
    await noteReply(args, portal, "88", written);
  }
  const told = /^Line 01947600123: we were told/;
  const titles = (await views()).map(({ title }) => told.test(title));
  expect(titles).toEqual([true, true, false]);
});

it("opens emails with the same words for people without the Support role, and names no ticket's page", async () => {
  const { views } = await at("2026-11-24T09:00:00Z", "Orders");
  const [visit] = await views();
  const [, , missed] = visit!.actions;
  expect(visit?.to).toBe("/services/line-faults");
  expect(decodeURIComponent(missed!.to)).toMatch(
    /^mailto:.+\?subject=Ticket 88, line 01947600123&body=The engineer booked for Tue 24 Nov, 08:00–13:00 didn't come\./,
  );
});

it.each([
  ["missed", /^The engineer booked for Tue 24 Nov, 08:00–13:00 didn't come/],
  ["another-day", /^We can't do Tue 24 Nov, 08:00–13:00 for the engineer's visit\. Could we/],
  ["broken", /^The engineer came \(Tue 24 Nov, 08:00–13:00\), but the line still isn't working:$/],
  ["toString", /^$/],
])("the address fills the reply: %s", async (visit, words) => {
  const { args, portal } = await at("2026-11-24T14:00:00Z", "Support", `/tickets/88?visit=${visit}`);
  expect(await prefilledReply(args, portal, "88")).toMatch(words);
  expect(await prefilledReply(args, portal, "89")).toBe("");
});

it("of a missed visit and a new one, each reply names its own", async () => {
  const words = async (name: string) => {
    const { args, portal } = await at("2026-11-25T09:00:00Z", "Support", `/tickets/88?visit=${name}`);
    const appointment = { ...note.appointment, appointmentDate: "2026-11-27T00:00:00Z" };
    await bookedVisits.add(args, portal, { ...note, appointment });
    return prefilledReply(args, portal, "88");
  };
  expect(await words("missed")).toContain("Tue 24 Nov");
  expect(await words("another-day")).toContain("Fri 27 Nov");
});
