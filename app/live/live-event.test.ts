import { expect, test } from "vitest";
import { attentionFor, liveEventLink, liveEventText, parseLiveEvent } from "./live-event.ts";

test.each([
  ["LineFaultCheck", "/services/line-faults/7%2F8"],
  ["FailedLineFaultCheck", "/services/line-faults/7%2F8"],
  ["TicketUpdated", "/tickets/7%2F8"],
  ["SomethingNew", "/notifications/7%2F8"],
])("%s leads to %s and has words of its own", (kind, link) => {
  expect(liveEventLink({ kind, id: "7/8" })).toBe(link);
  expect(liveEventText({ kind, id: "7/8" })).toMatch(/\w+ \w+.*\.$/);
});

test("a ticket's toast names it", () => {
  expect(liveEventText({ kind: "TicketUpdated", id: "42" })).toBe("Ticket 42 was updated.");
});

test("only a kind and an id make news", () => {
  expect(parseLiveEvent('{"kind":"LineFaultCheck","id":"1","more":2}')).toEqual({
    kind: "LineFaultCheck",
    id: "1",
  });
  for (const data of ["", "{", "null", "[]", '{"kind":"x"}', '{"kind":1,"id":"1"}', undefined])
    expect(parseLiveEvent(data)).toBeUndefined();
});

const focused = { focused: true, permission: "granted", inFlow: false } as const;
const away = { ...focused, focused: false };

test("a focused window shows a toast and says so, whoever leads", () => {
  for (const leading of [true, false])
    expect(attentionFor(focused, leading)).toEqual({ toast: true, seen: true, call: false, warn: false });
});

test("without focus the browser calls instead, from the leading tab only", () => {
  expect(attentionFor(away, true)).toEqual({ toast: false, seen: false, call: true, warn: false });
  expect(attentionFor(away, false)).toEqual({ toast: false, seen: false, call: false, warn: false });
});

test("without permission it is a toast all the same, and a warning where it was denied", () => {
  for (const permission of ["default", undefined] as const)
    expect(attentionFor({ ...away, permission }, true)).toMatchObject({
      toast: true,
      call: false,
      warn: false,
    });
  expect(attentionFor({ ...away, permission: "denied" }, true)).toMatchObject({ toast: true, warn: true });
});

test("what is wanted on the page only never calls or warns, and what is silent shows nothing", () => {
  for (const permission of ["granted", "denied"] as const) {
    expect(attentionFor({ ...away, permission, way: "toast" }, true)).toMatchObject({
      toast: true,
      call: false,
      warn: false,
    });
    for (const situation of [away, focused])
      expect(attentionFor({ ...situation, permission, way: "silent" }, true)).toMatchObject({
        toast: false,
        call: false,
        warn: false,
      });
  }
});

test("a line-fault flow shows the outcome itself: no toast, no warning", () => {
  expect(attentionFor({ ...focused, inFlow: true }, true)).toMatchObject({ toast: false, seen: true });
  expect(attentionFor({ ...away, inFlow: true, permission: "denied" }, true)).toMatchObject({
    toast: false,
    warn: false,
  });
});

test("a line-fault flow says nothing of a ticket: a toast does", () => {
  const situation = { ...focused, inFlow: true, kind: "TicketUpdated" };
  expect(attentionFor(situation, true)).toMatchObject({ toast: true, seen: true });
});
