import { expect, test } from "vitest";
import { deliveryFor, liveEventLink, liveEventText, parseLiveEvent } from "./live-event.ts";

test.each([
  ["LineFaultCheck", "/services/line-faults/7%2F8"],
  ["FailedLineFaultCheck", "/services/line-faults/7%2F8"],
  ["TicketUpdated", "/tickets/7%2F8"],
  ["SomethingNew", "/notifications/7%2F8"],
])("an event of kind %s links to %s and has a text", (kind, link) => {
  expect(liveEventLink({ kind, id: "7/8" })).toBe(link);
  expect(liveEventText({ kind, id: "7/8" })).toMatch(/\w+ \w+.*\.$/);
});

test("the text about a ticket contains its number", () => {
  expect(liveEventText({ kind: "TicketUpdated", id: "42" })).toBe("Ticket 42 was updated.");
});

test("a live event must have a kind and an id", () => {
  expect(parseLiveEvent('{"kind":"LineFaultCheck","id":"1","more":2}')).toEqual({
    kind: "LineFaultCheck",
    id: "1",
  });
  for (const data of ["", "{", "null", "[]", '{"kind":"x"}', '{"kind":1,"id":"1"}', undefined])
    expect(parseLiveEvent(data)).toBeUndefined();
});

const focused = { focused: true, permission: "granted", inFlow: false } as const;
const unfocused = { ...focused, focused: false };

test("a focused tab shows a toast and reports it as seen, whether or not it leads", () => {
  for (const leading of [true, false])
    expect(deliveryFor(focused, leading)).toEqual({ toast: true, seen: true, notify: false, warn: false });
});

test("without focus, only the leading tab shows a browser notification", () => {
  expect(deliveryFor(unfocused, true)).toEqual({ toast: false, seen: false, notify: true, warn: false });
  expect(deliveryFor(unfocused, false)).toEqual({ toast: false, seen: false, notify: false, warn: false });
});

test("without permission a toast is shown, and a warning if permission was denied", () => {
  for (const permission of ["default", undefined] as const)
    expect(deliveryFor({ ...unfocused, permission }, true)).toMatchObject({
      toast: true,
      notify: false,
      warn: false,
    });
  expect(deliveryFor({ ...unfocused, permission: "denied" }, true)).toMatchObject({
    toast: true,
    warn: true,
  });
});

test("the way 'toast' shows no browser notification and no warning, 'silent' shows nothing", () => {
  for (const permission of ["granted", "denied"] as const) {
    expect(deliveryFor({ ...unfocused, permission, way: "toast" }, true)).toMatchObject({
      toast: true,
      notify: false,
      warn: false,
    });
    for (const situation of [unfocused, focused])
      expect(deliveryFor({ ...situation, permission, way: "silent" }, true)).toMatchObject({
        toast: false,
        notify: false,
        warn: false,
      });
  }
});

test("in a line-fault flow there is no toast and no warning, because the page shows the outcome", () => {
  expect(deliveryFor({ ...focused, inFlow: true }, true)).toMatchObject({ toast: false, seen: true });
  expect(deliveryFor({ ...unfocused, inFlow: true, permission: "denied" }, true)).toMatchObject({
    toast: false,
    warn: false,
  });
});

test("in a line-fault flow a ticket update has a toast", () => {
  const situation = { ...focused, inFlow: true, kind: "TicketUpdated" };
  expect(deliveryFor(situation, true)).toMatchObject({ toast: true, seen: true });
});
