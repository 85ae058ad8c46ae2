import { expect, test } from "vitest";
import { traceContextOf } from "./trace-context.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const REST = "00f067aa0ba902b7-01";

test.each([`00-${TRACE}-${REST}`, `01-${TRACE}-${REST}-more`])("%s is continued", (sent) => {
  expect(traceContextOf(sent).traceId).toBe(TRACE);
});

test.each([
  undefined,
  "",
  `ff-${TRACE}-${REST}`,
  `00-${TRACE}-${REST}-more`,
  `00-${TRACE.toUpperCase()}-${REST}`,
  `00-${"0".repeat(32)}-${REST}`,
  `00-${TRACE}-${"0".repeat(16)}-01`,
])("%s begins another trace", (sent) => {
  const { traceId } = traceContextOf(sent);
  expect(traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(traceId).not.toBe(TRACE);
  expect(traceId).not.toBe("0".repeat(32));
});
