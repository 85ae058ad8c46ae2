import { randomBytes } from "node:crypto";

/** What names a request in a distributed trace: 32 lower-case hexadecimal digits. */
export interface TraceContext {
  readonly traceId: string;
}

/** The W3C's form for version 00; a later version may add fields behind a further dash. */
const TRACEPARENT =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.{0,256})?$/;

/** Continues the trace of a well-formed `traceparent` of a trusted proxy, else begins one. Never throws. */
export function traceContextOf(traceparent: string | undefined): TraceContext {
  const [, version, traceId, further] = TRACEPARENT.exec(traceparent ?? "") ?? [];
  const isValid = traceId !== undefined && !(version === "00" && further !== undefined);
  return { traceId: isValid ? traceId : randomBytes(16).toString("hex") };
}
