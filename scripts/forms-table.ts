import type { ServerBuild } from "@remix-run/node";
import { z } from "zod";
import {
  BASE_FIELD,
  FORM_INSTANCE_FIELD,
  ON_BEHALF_FIELD,
  VERSION_FIELD,
  type AnyForm,
} from "#app/forms/define-form.ts";
import { ACCOUNT_FIELD, PERSON_FIELD } from "#app/request/hidden-fields.ts";
import { pageOf } from "#shared/page-facts.ts";

const TABLE = /(<!-- forms -->\n\n)(?:\|.*\n)*/;

/** What the table needs from a post; app/forms/post.server.ts has the rest. */
interface KitPost {
  readonly form: AnyForm;
  readonly rules?: { readonly path: string };
  readonly formInstance?: unknown;
  readonly conflicts?: unknown;
  readonly otherButton?: unknown;
}
interface Field {
  readonly name: string;
  readonly type: string;
  /** A value that it accepts; undefined for a file. */
  readonly sample: string | undefined;
  readonly isList: boolean;
}
export interface FormRow {
  readonly path: string;
  readonly fields: readonly Field[];
  /** Hidden fields and named buttons, except those that every form has. */
  readonly others: readonly string[];
  readonly button: string;
  readonly replies: string;
  /** Whether it has a form definition, rather than just its own schema. */
  readonly isOfKit: boolean;
}

/** The built portal's forms, and the pages with an action that doesn't read a form. */
export async function builtForms(): Promise<{ rows: FormRow[]; readNothing: string[] }> {
  const { routes } = (await import(new URL("../build/server/index.js", import.meta.url).href)) as ServerBuild;
  const rows: FormRow[] = [];
  const readNothing: string[] = [];
  for (const [id, { module }] of Object.entries(routes)) {
    const { forms } = (module.action ?? {}) as { forms?: readonly (z.ZodObject | KitPost)[] };
    const path = pageOf(routes, id)?.path ?? "";
    if (module.action && !forms) readNothing.push(path);
    for (const form of forms ?? [])
      rows.push({ path, ...(form instanceof z.ZodObject ? plainRow(form) : kitRow(form)) });
  }
  return { rows: rows.sort((a, b) => a.path.localeCompare(b.path, "en")), readNothing };
}

function plainRow(schema: z.ZodObject): Omit<FormRow, "path"> {
  const { properties = {}, description = "" } = z.toJSONSchema(schema);
  const names = Object.keys(properties).filter((name) => name !== ACCOUNT_FIELD && name !== PERSON_FIELD);
  const fields = names.map((name) => {
    const { enum: words, type } = properties[name] as { enum?: string[]; type?: string };
    const isList = type === "array";
    const text = isList ? "texts, any number of times" : "text";
    return { name, type: words?.join(" / ") ?? text, sample: words?.[0] ?? "x", isList };
  });
  return { fields, others: [], button: "", replies: description, isOfKit: false };
}

function kitRow({ form, rules, formInstance, conflicts, otherButton }: KitPost): Omit<FormRow, "path"> {
  const { fields, lists = {}, files, kinds = {}, required = [], otherNames = [], button } = form;
  const texts = Object.keys(fields).map((name) => {
    const isRequired = required.includes(name) || form.rules?.some(isRequiredRule(name));
    const type = [kinds[name] ?? "", isRequired ? "required" : ""].filter(Boolean).join(", ");
    return { name, type, sample: "x", isList: false };
  });
  const all = [
    ...texts,
    ...Object.keys(lists).map((name) => ({ name, type: "list", sample: "x", isList: true })),
    ...(files === undefined ? [] : [{ name: files, type: "files", sample: undefined, isList: true }]),
  ];
  const others = [
    ...(formInstance ? [FORM_INSTANCE_FIELD] : []),
    ...(conflicts ? [VERSION_FIELD, BASE_FIELD] : []),
    ...(form.bindsCustomer ? [ON_BEHALF_FIELD] : []),
    ...otherNames,
  ];
  const replies = [
    ...(otherButton ? ["200"] : []),
    ...["303", `400${rules ? ` (${rules.path})` : ""}`],
    ...(conflicts ? ["409"] : []),
  ];
  return { fields: all, others, button, replies: replies.join(", "), isOfKit: true };
}

const isRequiredRule =
  (name: string) =>
  ({ property, ruleName }: { readonly property: string; readonly ruleName: string }) =>
    ruleName === "Required" && property.toLowerCase() === name.toLowerCase();

/** docs/forms.md with a new table of all forms. */
export async function formsPage(page: string): Promise<string> {
  const { rows } = await builtForms();
  const lines = new Map<string, string[]>();
  for (const row of rows.filter(({ path }) => path !== "/sandbox")) {
    const line = lineOf(row);
    lines.set(line, [...(lines.get(line) ?? []), row.path]);
  }
  const table = [...lines].map(([line, paths]) => `| ${paths.map(code).join("<br>")} | ${line} |\n`);
  const head = "| path | fields | also takes | button | replies |\n|---|---|---|---|---|\n";
  return page.replace(TABLE, (_, comment: string) => comment + head + table.join(""));
}

function lineOf({ fields, others, button, replies }: FormRow): string {
  const described = fields.map(({ name, type }) => `${code(name)} ${type}`.trim()).join("<br>");
  return [described, others.map(code).join(" "), button, replies].join(" | ");
}

const code = (text: string) => `\`${text}\``;
