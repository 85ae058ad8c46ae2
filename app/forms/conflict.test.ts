import { expect, it } from "vitest";
import { compareEdits } from "./conflict.server.ts";
import { defineForm, type AnyForm, type FieldValues } from "./define-form.ts";

const form = defineForm({
  id: "person",
  fields: { name: "Name", email: "Email", confirmEmail: "Confirm email", place: "Place" },
  lists: { roles: "Roles" },
  button: "Save",
}) as unknown as AnyForm;
const base = { name: "Anna", email: "a@x", confirmEmail: "a@x", place: "1", roles: ["1", "2"] };
const compare = (theirs: FieldValues, yours: FieldValues, texts = { base: JSON.stringify(base) }) =>
  compareEdits(
    form,
    { values: { ...base, ...yours }, texts },
    {
      values: { ...base, ...theirs },
      rowVersion: 2,
      describe: (name, value) => (name === "place" ? `Place ${value.toString()}` : undefined),
    },
    { linkedFields: { confirmEmail: "email" } },
    { message: "Changed.", serverText: undefined },
  )?.differences;

it("finds no difference between equal edits, whatever the order of their lists", () => {
  expect(compare({ name: "Ann", roles: ["2", "1"] }, { name: "Ann" })).toEqual([]);
});

it("chooses the only side that changed a field, and neither if both did", () => {
  const chosen = compare({ name: "Ann", place: "2" }, { roles: [], place: "3" });
  expect(chosen).toEqual([
    { name: "name", label: "Name", theirs: "Ann", yours: "Anna", changedBy: "them", chosen: "theirs" },
    { name: "place", label: "Place", theirs: "Place 2", yours: "Place 3", changedBy: "both" },
    { name: "roles", label: "Roles", theirs: "1, 2", yours: "(empty)", changedBy: "you", chosen: "yours" },
  ]);
});

it("chooses neither side if the earlier values are unknown", () => {
  const [difference] = compare({}, { name: "" }, { base: "" }) ?? [];
  expect(difference).toMatchObject({ changedBy: "both", yours: "(empty)" });
  expect(difference?.chosen).toBeUndefined();
});

it("compares linked fields once", () => {
  expect(compare({}, { email: "b@x", confirmEmail: "b@x" })?.map(({ name }) => name)).toEqual(["email"]);
});
