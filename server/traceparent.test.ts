import { expect, test } from "vitest";
import { traceIdOf, traceparentOfRequest } from "./traceparent.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const REST = "00f067aa0ba902b7-01";

test.each([`00-${TRACE}-${REST}`, `01-${TRACE}-${REST}-more`])("header %s continues its trace", (header) => {
  expect(traceparentOfRequest(header)).toBe(`00-${TRACE}-${REST}`);
});

test.each([
  undefined,
  "",
  `ff-${TRACE}-${REST}`,
  `00-${TRACE}-${REST}-more`,
  `00-${TRACE.toUpperCase()}-${REST}`,
  `00-${"0".repeat(32)}-${REST}`,
  `00-${TRACE}-${"0".repeat(16)}-01`,
  `00-${TRACE}-${REST}\r\nX-Evil: 1`,
])("header %j begins a new trace", (header) => {
  const traceparent = traceparentOfRequest(header);
  expect(traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  expect(traceIdOf(traceparent)).not.toBe(TRACE);
});
