import { randomBytes } from "node:crypto";

/** W3C Trace Context, version 00; later versions may add further fields. */
const PATTERN =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.{0,256})?$/;

/** A trusted proxy's `traceparent`, as version 00; undefined if it's malformed. */
export function parseTraceparent(header: string | undefined): string | undefined {
  const [, version, trace, parent, flags, further] = PATTERN.exec(header ?? "") ?? [];
  const isOf00 = version === "00" && further === undefined;
  return trace && (isOf00 || version !== "00") ? `00-${trace}-${parent}-${flags}` : undefined;
}

/** A trusted proxy's `traceparent`, or a new trace's. Where spans are recorded, the span's own replaces it. */
export function traceparentOfRequest(header: string | undefined): string {
  return (
    parseTraceparent(header) ?? `00-${randomBytes(16).toString("hex")}-${randomBytes(8).toString("hex")}-00`
  );
}

/** The trace's id, 32 hexadecimal digits. */
export const traceIdOf = (traceparent: string) => traceparent.slice(3, 35);
