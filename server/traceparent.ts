import { randomBytes } from "node:crypto";

/** W3C Trace Context, version 00; a later version may add fields behind a further dash. */
const FORM =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.{0,256})?$/;

/** A trusted proxy's `traceparent`, as version 00; undefined where it has not the right form. */
export function sentTraceparent(sent: string | undefined): string | undefined {
  const [, version, trace, parent, flags, further] = FORM.exec(sent ?? "") ?? [];
  const isOf00 = version === "00" && further === undefined;
  return trace && (isOf00 || version !== "00") ? `00-${trace}-${parent}-${flags}` : undefined;
}

/**
 * What names a request in a distributed trace, for the log and for every call upstream: a trusted proxy's `traceparent`
 * or, where there is none of the right form, one of a new trace. Where the portal records spans, they take its place.
 */
export function traceparentOf(sent: string | undefined): string {
  return (
    sentTraceparent(sent) ?? `00-${randomBytes(16).toString("hex")}-${randomBytes(8).toString("hex")}-00`
  );
}

/** Its 32 digits that name the trace. */
export const traceIdOf = (traceparent: string) => traceparent.slice(3, 35);
