import type { Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import { ACCOUNT_FIELD, INTENT_FIELD, PERSON_FIELD } from "#app/request/hidden-fields.ts";
import { postLimits, textLength } from "#shared/limits.ts";
import { memoise } from "#shared/memoise.ts";
import {
  BASE_FIELD,
  CONFIRMED_FIELD,
  CONFLICT_FIELD,
  conflictChoiceField,
  FINDINGS_SHOWN_FIELD,
  FORM_INSTANCE_FIELD,
  ON_BEHALF_FIELD,
  PERHAPS_SAVED_FIELD,
  VERSION_FIELD,
  type AnyForm,
} from "./define-form.ts";
import type { Finding } from "./validate.ts";

const UNEXPECTED_INPUT =
  "Nothing was saved, because what we received doesn't match the form on our page. Please check it and send it again.";
const TOO_LONG = `This is too long. Please use no more than ${textLength.message.toLocaleString("en-GB")} characters.`;

const text = z
  .string({
    error: ({ input }) =>
      Array.isArray(input) ? "Please enter one value only." : "Please enter text here, not a file.",
  })
  .max(textLength.message, { error: TOO_LONG, abort: true });
/** A list's first error is shown for the whole list, because no field shows one of its items alone. */
const list = z
  .preprocess((sent) => [sent].flat(), z.array(z.unknown()).max(postLimits.parts))
  .superRefine((all, { addIssue }) => {
    const fault = all.map((item) => text.safeParse(item).error).find((error) => error !== undefined);
    if (fault) addIssue(fault.issues[0]?.message ?? "");
  });
/** Names of the hidden fields that app/forms adds. */
const hiddenNames = [
  ...[ACCOUNT_FIELD, PERSON_FIELD, INTENT_FIELD, CONFIRMED_FIELD, FINDINGS_SHOWN_FIELD, VERSION_FIELD],
  ...[BASE_FIELD, ON_BEHALF_FIELD, CONFLICT_FIELD, FORM_INSTANCE_FIELD, PERHAPS_SAVED_FIELD],
];

/** What a form's page can post: each name, and what it may contain. */
const shapeOf = memoise(({ fields, lists = {}, files, otherNames = [] }: AnyForm): z.ZodObject => {
  const optional = (names: readonly string[], schema: z.ZodType) =>
    Object.fromEntries(names.map((name) => [name, schema.optional()]));
  return z.object({
    ...optional([...hiddenNames, ...otherNames], z.unknown()),
    ...optional(Object.keys(fields), text),
    ...optional(Object.keys(lists), list),
    ...optional(files === undefined ? [] : [files], z.unknown()),
  });
});

/** Parses a post by its form's shape. Its errors are findings by field; '' is for the whole form. */
export function parsePost(form: AnyForm, body: FormData): Submission<unknown, readonly Finding[]> {
  const schema = shapeOf(form);
  // Other names never reach the library, which would build a huge array from `a[1000000]` and obey `__intent__`.
  const known = toFormData([...body].filter(([name]) => Object.hasOwn(schema.shape, name)));
  return parseWithZod(known, {
    schema: hasExpectedNames(form, body) ? schema : z.never(),
    disableAutoCoercion: true,
    formatError: (issues: readonly z.core.$ZodIssue[]) => issues.map(toFinding),
  });
}

export function toFormData(entries: Iterable<readonly [string, FormDataEntryValue]>): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

/** Whether the page could have sent these names, and its hidden fields once each. Those can be long: one has the whole form as JSON. */
function hasExpectedNames(form: AnyForm, body: FormData): boolean {
  const choices = new Set(Object.keys({ ...form.fields, ...form.lists }).map(conflictChoiceField));
  const { shape } = shapeOf(form);
  const isShort = (value: FormDataEntryValue) =>
    typeof value === "string" && value.length <= postLimits.bytes;
  return (
    [...body.keys()].every((name) => Object.hasOwn(shape, name) || choices.has(name)) &&
    [...hiddenNames, ...(form.otherNames ?? [])].every((name) => {
      const values = body.getAll(name);
      return values.length < 2 && values.every(isShort);
    })
  );
}

function toFinding(issue: z.core.$ZodIssue): Finding {
  const text = issue.path.length > 0 ? issue.message : UNEXPECTED_INPUT;
  return { severity: "error", text, rule: "posted" };
}
