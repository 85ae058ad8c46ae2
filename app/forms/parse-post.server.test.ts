import { expect, it } from "vitest";
import { textLength } from "#shared/limits.ts";
import { defineForm, type AnyForm } from "./define-form.ts";
import { parsePost } from "./parse-post.server.ts";
import { refusalOf } from "./refuse.server.ts";

const form = defineForm({
  id: "ticket",
  fields: { statusId: "Status", message: "Reply" },
  lists: { roles: "Roles" },
  files: "files",
  otherNames: ["notes"],
  button: "Save",
}) as unknown as AnyForm;

function textsOfFindings(...pairs: readonly (readonly [string, string | File])[]) {
  const body = new FormData();
  for (const [name, value] of pairs) body.append(name, value);
  const parsed = parsePost(form, body);
  if (parsed.status === "success") return {};
  const { error } = refusalOf(form, body).result;
  return Object.fromEntries(Object.entries(error ?? {}).map(([name, found]) => [name, found?.[0]?.text]));
}
const file = new File(["x"], "x.txt");

it("accepts the fields of the form and the kit", () => {
  expect(
    textsOfFindings(
      ...(["account", "intent", "rowVersion", "base", "formInstance", "isSaveConfirmed"] as const).map(
        (name) => [name, "x"] as const,
      ),
      ...(["findingsShown", "onBehalf", "conflict", "choice.message", "choice.roles", "notes"] as const).map(
        (name) => [name, "x"] as const,
      ),
      ...([
        ["roles", "1"],
        ["roles", "2"],
        ["statusId", "1"],
      ] as const),
      ...([
        ["files", file],
        ["files", "x.txt"],
        ["message", "x".repeat(textLength.message)],
      ] as const),
    ),
  ).toEqual({});
  expect(textsOfFindings()).toEqual({});
});

it("refuses names, lists and files that the form's page never sends", () => {
  const notAsShown = expect.stringContaining("doesn't match the form on our page");
  for (const name of ["other", "a[1000000]", "__proto__x", "choice.other", "roles[]", "constructor", "x.y"])
    expect(textsOfFindings([name, "x"])).toEqual({ "": notAsShown });
  expect(textsOfFindings(["account", "1"], ["account", "2"])).toEqual({ "": notAsShown });
  expect(textsOfFindings(["message", "a"], ["message", "b"])).toEqual({
    message: "Please enter one value only.",
  });
  expect(textsOfFindings(["message", file])).toEqual({ message: "Please enter text here, not a file." });
  expect(textsOfFindings(["roles", file])).toHaveProperty("roles");
  expect(textsOfFindings(["message", "x".repeat(textLength.message + 1)])).toEqual({
    message: "This is too long. Please use no more than 262,144 characters.",
  });
});
