import { expect, it } from "vitest";
import { oncePerForm } from "./once-per-form.server.ts";

function session() {
  const claims = new Set<string>();
  const made = new Set<string>();
  return {
    claim: async (name: string) => !claims.has(name) && Boolean(claims.add(name)),
    release: async (name: string) => void claims.delete(name),
    addTo: async (_: string, members: readonly string[]) => members.forEach((one) => made.add(one)),
    membersOf: async () => made,
  };
}

function counter() {
  const made: string[] = [];
  const make = async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    made.push(`id ${made.length + 1}`);
    return made.at(-1) ?? "";
  };
  return { made, make };
}

it("makes one thing for all equal posts, at once and later", async () => {
  const [held, { made, make }] = [session(), counter()];
  const press = () => oncePerForm(held, "form 1", { name: "Anna" }, make);
  expect(await Promise.all([press(), press(), press()])).toEqual(["id 1", "id 1", "id 1"]);
  expect(await press()).toBe("id 1");
  expect(made).toHaveLength(1);
});

it("makes another for other content, for another form, and where the form has no name", async () => {
  const [held, { made, make }] = [session(), counter()];
  for (const [once, name] of [
    ["form 1", "Anna"],
    ["form 1", "Ben"],
    ["form 2", "Anna"],
    ["", "Anna"],
    ["", "Anna"],
  ] as const)
    await oncePerForm(held, once, { name }, make);
  expect(made).toHaveLength(5);
});

it("lets the next press try when making failed", async () => {
  const [held, { make }] = [session(), counter()];
  const fail = () => Promise.reject(new Error("down"));
  await expect(oncePerForm(held, "form 1", {}, fail)).rejects.toThrow("down");
  expect(await oncePerForm(held, "form 1", {}, make)).toBe("id 1");
});
