import { z } from "zod";
import { posted, textLength } from "#app/limits.ts";
import { ACCOUNT_FIELD, INTENT_FIELD } from "#app/request/hidden-fields.ts";
import {
  BASE_FIELD,
  choiceField,
  CONFIRMED_FIELD,
  CONFLICT_FIELD,
  FINDINGS_SHOWN_FIELD,
  ON_BEHALF_FIELD,
  VERSION_FIELD,
  type SomeForm,
} from "./define-form.ts";
import type { Finding, Findings } from "./judge.ts";
import { FORM_INSTANCE_FIELD, PERHAPS_SAVED_FIELD } from "./once-per-form.server.ts";

const NOT_AS_SHOWN =
  "Nothing was saved: this form was not sent as it was shown. Please check it and send it again.";

const text = z.string("Please enter text here, not a file.").max(textLength.message, "This is too long.");
const one = z.array(text).max(1, "Please give one value only.");
/** What the kit sends beside the fields; the longest holds all of them. */
const own = z.array(z.string().max(posted.bytes)).max(1);
const ownNames = [
  ...[ACCOUNT_FIELD, INTENT_FIELD, CONFIRMED_FIELD, FINDINGS_SHOWN_FIELD, VERSION_FIELD, BASE_FIELD],
  ...[ON_BEHALF_FIELD, CONFLICT_FIELD, FORM_INSTANCE_FIELD, PERHAPS_SAVED_FIELD],
];

const known = new WeakMap<SomeForm, z.ZodType>();

/** What a post of the form may hold, by its definition alone: each name with its values. */
function shapeOf(form: SomeForm): z.ZodType {
  const { fields, lists = {}, files, also = [], pressed = [] } = form;
  const all = (names: readonly string[], shape: z.ZodType) => names.map((name) => [name, shape.optional()]);
  const listed = [...Object.keys(fields), ...Object.keys(lists)];
  return z.strictObject(
    Object.fromEntries([
      ...all([...ownNames, ...also, ...listed.map(choiceField)], own),
      ...all(Object.keys(fields), one),
      ...all(pressed, z.array(text).max(2)),
      ...all(Object.keys(lists), z.array(text).max(posted.parts)),
      ...all(files === undefined ? [] : [files], z.array(z.unknown())),
    ]),
  );
}

/** What no page of the form could have sent: unknown names, files and lists where one text belongs. */
export function notAsShown(form: SomeForm, body: FormData): Findings {
  const shape = known.get(form) ?? shapeOf(form);
  known.set(form, shape);
  const sent = new Map<string, FormDataEntryValue[]>();
  for (const [name, value] of body) sent.set(name, [...(sent.get(name) ?? []), value]);
  const found: Record<string, readonly Finding[]> = {};
  for (const { path, message } of shape.safeParse(Object.fromEntries(sent)).error?.issues ?? []) {
    const name = String(path[0] ?? "");
    const isField = Object.hasOwn({ ...form.fields, ...form.lists }, name);
    const told = { severity: "error", text: isField ? message : NOT_AS_SHOWN, rule: "posted" } as const;
    found[isField ? name : ""] = [told];
  }
  return found;
}

/** Without names such as `a[1000000]`, from which conform would build arrays and objects. */
export function withoutPaths(body: FormData): FormData {
  const plain = new FormData();
  for (const [name, value] of body) if (/^[\w-]{1,64}$/.test(name)) plain.append(name, value);
  return plain;
}
