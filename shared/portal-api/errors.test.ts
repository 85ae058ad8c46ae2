import { describe, expect, it } from "vitest";
import { hadNoEffect, PortalApiError } from "./errors.ts";

const failed = (kind: PortalApiError["kind"], code?: string) =>
  new PortalApiError({
    kind,
    message: "failed",
    call: "POST x",
    cause: Object.assign(new Error(), { code }),
  });

describe("hadNoEffect", () => {
  it.each([
    ["rejected", undefined, true],
    ["conflict", undefined, true],
    ["unauthorised", undefined, true],
    ["notFound", undefined, true],
    ["busy", undefined, true],
    ["network", "ECONNREFUSED", true],
    ["network", "UND_ERR_CONNECT_TIMEOUT", true],
    ["network", "ECONNRESET", false],
    ["network", "UND_ERR_SOCKET", false],
    ["timeout", undefined, false],
    ["failed", undefined, false],
    ["malformed", undefined, false],
  ] as const)("is, for kind %s and code %s, %s", (kind, code, expected) => {
    expect(hadNoEffect(failed(kind, code))).toBe(expected);
  });

  it("is false for any other error", () => expect(hadNoEffect(new Error("a bug"))).toBe(false));
});
