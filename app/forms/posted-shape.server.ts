import { z } from "zod";
import { postLimits, textLength } from "#app/limits.ts";
import { ACCOUNT_FIELD, INTENT_FIELD, PERSON_FIELD } from "#app/request/hidden-fields.ts";
import {
  BASE_FIELD,
  CONFIRMED_FIELD,
  CONFLICT_FIELD,
  conflictChoiceField,
  FINDINGS_SHOWN_FIELD,
  ON_BEHALF_FIELD,
  VERSION_FIELD,
  type AnyForm,
} from "./define-form.ts";
import type { Finding, Findings } from "./judge.ts";
import { FORM_INSTANCE_FIELD, PERHAPS_SAVED_FIELD } from "./once-per-form.server.ts";

const UNEXPECTED_INPUT =
  "Nothing was saved: this form was not sent as it was shown. Please check it and send it again.";

const TOO_LONG = `This is too long. Please use no more than ${textLength.message.toLocaleString("en-GB")} characters.`;

const text = z.string("Please enter text here, not a file.").max(textLength.message, TOO_LONG);
const singleText = z.array(text).max(1, "Please give one value only.");
/** A hidden field that app/forms adds. It may be long: that of the conflict page holds the whole form as JSON. */
const kitFieldText = z.array(z.string().max(postLimits.bytes)).max(1);
const kitFieldNames = [
  ...[
    ACCOUNT_FIELD,
    PERSON_FIELD,
    INTENT_FIELD,
    CONFIRMED_FIELD,
    FINDINGS_SHOWN_FIELD,
    VERSION_FIELD,
    BASE_FIELD,
  ],
  ...[ON_BEHALF_FIELD, CONFLICT_FIELD, FORM_INSTANCE_FIELD, PERHAPS_SAVED_FIELD],
];

const schemas = new WeakMap<AnyForm, z.ZodType>();

function postSchema(form: AnyForm): z.ZodType {
  const { fields, lists = {}, files, otherNames = [], fieldsSetByButtons = [] } = form;
  const optional = (names: readonly string[], schema: z.ZodType) =>
    names.map((name) => [name, schema.optional()]);
  const fieldNames = [...Object.keys(fields), ...Object.keys(lists)];
  return z.strictObject(
    Object.fromEntries([
      ...optional([...kitFieldNames, ...otherNames, ...fieldNames.map(conflictChoiceField)], kitFieldText),
      ...optional(Object.keys(fields), singleText),
      // The field's value, and that of the pressed button.
      ...optional(fieldsSetByButtons, z.array(text).max(2)),
      ...optional(Object.keys(lists), z.array(text).max(postLimits.parts)),
      ...optional(files === undefined ? [] : [files], z.array(z.unknown())),
    ]),
  );
}

/** Findings about input that the form's page can't send: unknown names, or files and lists in place of one text. */
export function unexpectedInput(form: AnyForm, body: FormData): Findings {
  const schema = schemas.get(form) ?? postSchema(form);
  schemas.set(form, schema);
  const sent = new Map<string, FormDataEntryValue[]>();
  for (const [name, value] of body) sent.set(name, [...(sent.get(name) ?? []), value]);
  const findings: Record<string, readonly Finding[]> = {};
  for (const { path, message } of schema.safeParse(Object.fromEntries(sent)).error?.issues ?? []) {
    const name = String(path[0] ?? "");
    const isField = Object.hasOwn({ ...form.fields, ...form.lists }, name);
    const finding = {
      severity: "error",
      text: isField ? message : UNEXPECTED_INPUT,
      rule: "posted",
    } as const;
    findings[isField ? name : ""] = [finding];
  }
  return findings;
}

/** Drops names from which the library @conform-to would build huge arrays, `a[1000000]`, and its own, `__intent__`. */
export function withPlainNames(body: FormData): FormData {
  return toFormData([...body].filter(([name]) => /^(?!__)[\w-]{1,64}$/.test(name)));
}

export function toFormData(entries: Iterable<readonly [string, FormDataEntryValue]>): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}
