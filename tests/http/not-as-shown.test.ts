import { describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { alertOf, fieldsOf, wasSent } from "../support/contact-pages.ts";
import { world } from "../support/world.ts";

startWithAnna();

describe("a form that doesn't match the one on our page", () => {
  const NOT_AS_SHOWN = "Nothing was saved, because what we received doesn't match the form on our page.";
  const path = "/account/contacts/new";

  /** Sends the form of a new contact with a typed first name and, in addition, these pairs. */
  async function sent(...pairs: [string, string][]) {
    const fields = [...fieldsOf(await anna.get(path)).filter(([name]) => name !== "firstNames")];
    const all = new URLSearchParams([...fields, ["firstNames", "Typed Nia"], ...pairs]);
    return world.api.record(() => anna.post(path, all));
  }

  it.each([
    ["an unknown field", [["isAdmin", "true"]], NOT_AS_SHOWN],
    ["an unknown path", [["items[1000000]", "x"]], NOT_AS_SHOWN],
    ["two accounts", [["account", "1002"]], NOT_AS_SHOWN],
    ["a field that comes twice", [["surname", "Second"]], "Please enter one value only."],
    ["a field of 300 KB", [["roles", "x".repeat(300_000)]], "This is too long."],
  ] as const)("with %s is refused, and what was typed is kept", async (_, pairs, text) => {
    const [page, calls] = await sent(...pairs.map(([name, value]): [string, string] => [name, value]));
    expect(page.status).toBe(400);
    expect(alertOf(page)).toContain(text);
    expect(page.$("input[name=firstNames]").val()).toBe("Typed Nia");
    expect(wasSent(calls)).toBe(false);
  });
});
