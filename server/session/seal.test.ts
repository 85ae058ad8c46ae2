import { describe, expect, it } from "vitest";
import { createKeyRing } from "./seal.ts";

const value = { identityToken: "æ secret" };

describe.each(["tokens", "list:invoices"])("a sealed value of %s", (field) => {
  const ring = createKeyRing(["one"]);
  const context = { session: "a", field, version: 1 };

  it("opens in the context that it was sealed for, and doesn't contain the plain text", () => {
    const sealed = ring.seal(value, context);
    expect(sealed).not.toContain("secret");
    expect(ring.open(sealed, context)).toEqual(value);
    expect(ring.seal(value, context)).not.toBe(sealed);
  });

  it.each([
    ["another session", { ...context, session: "b" }],
    ["another field", { ...context, field: "user" }],
    ["another version", { ...context, version: 2 }],
  ])("does not open in %s", (_name, elsewhere) => {
    expect(ring.open(ring.seal(value, context), elsewhere)).toBeUndefined();
  });

  it.each(["", "1", "1.", "1.abc", "1.abc.def", "2..", "x".repeat(1_000), "1.abc.def.ghi"])(
    "can't be %j",
    (text) => {
      expect(ring.open(text, context)).toBeUndefined();
    },
  );

  it("doesn't open if a single character differs", () => {
    const sealed = ring.seal(value, context);
    // The last character of base64url may carry unused bits.
    for (let index = 0; index < sealed.length - 1; index += 1) {
      const altered = sealed.slice(0, index) + (sealed[index] === "A" ? "B" : "A") + sealed.slice(index + 1);
      expect(ring.open(altered, context)).toBeUndefined();
    }
  });

  it("opens with every key of the ring and is sealed with the first", () => {
    const sealed = ring.seal(value, context);
    const both = createKeyRing(["two", "one"]);
    expect(both.open(sealed, context)).toEqual(value);
    expect(createKeyRing(["two"]).open(sealed, context)).toBeUndefined();
    expect(createKeyRing(["two"]).open(both.seal(value, context), context)).toEqual(value);
  });
});

describe("a key ring", () => {
  it("seals a record's sets with a key of the record's own, and what the build before reads with the ring's", () => {
    const ring = createKeyRing(["one"]);
    const keyOf = (field: string) => ring.seal(value, { session: "a", field, version: 1 }).split(".")[1];
    expect(keyOf("list:invoices")).toBe(`r${keyOf("tokens")}`);
  });

  it("has a cookie secret for each of its secrets, in their order and different from them", () => {
    const [two, one] = createKeyRing(["two", "one"]).cookieSecrets;
    expect(createKeyRing(["one"]).cookieSecrets).toEqual([one]);
    expect(new Set([one, two, "one", "two"]).size).toBe(4);
  });

  it("needs at least one secret", () => {
    expect(() => createKeyRing([])).toThrow("No session secrets");
  });
});
