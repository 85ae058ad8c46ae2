import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { toField } from "./checks.ts";
import { readValues, type FormDefinition, type FormValues, type Judging } from "./define-form.ts";
import { openDraft } from "./draft.ts";
import type { FormView } from "./reply.ts";

export interface OpenOptions<Field extends string, List extends string> extends Judging {
  /** It makes something new. */
  readonly isNew?: boolean;
  /** The values as they are saved; what is left out is empty. */
  readonly values?: Partial<Record<Field, string | null | undefined> & Record<List, readonly string[]>>;
  readonly hidden?: Readonly<Record<string, string>>;
  /** Hidden fields that a draft must not bring back, e.g. what the page is about right now. */
  readonly current?: Readonly<Record<string, string>>;
}

/**
 * What a page needs to show a form, for its loader to return: the values with the rules they are judged by, or,
 * once, what was typed before the session ended or the API failed.
 */
export function openForm<Field extends string, List extends string>(
  args: RouteArgs,
  portal: Portal,
  form: FormDefinition<Field, List>,
  { values = {}, hidden = {}, current = {}, rules, fixed = {}, isNew = false }: OpenOptions<Field, List>,
): FormView {
  const { context, request } = args;
  const account = portal.account.clientId;
  // The page that answers a refused post shows what was just typed; the draft waits for the next visit.
  const draft =
    request.method === "GET" && !context.state.formRefused ? openDraft(args, form.id, account) : undefined;
  const saved = readValues(form, { ...fixed, ...values });
  const typed = draft && readValues(form, sentOf(draft));
  const known = new Set([...Object.keys(saved), ...Object.keys(fixed), ...derivedNames(form)]);
  const keptHidden = draft
    ? Object.keys(hidden).map((name) => [name, lastOf(draft, name) ?? hidden[name]])
    : [];
  return {
    account,
    isNew,
    values: typed ? { ...typed, ...fixedFields(saved, fixed) } : saved,
    rules: rules.filter((rule) => known.has(toField(rule.property))),
    fixed,
    hidden: { ...hidden, ...(Object.fromEntries(keptHidden) as Record<string, string>) },
    current,
    restored: draft !== undefined,
    refused: context.state.formRefused,
  };
}

/** Posted pairs as one value for each name, a list where a name came more than once. */
export function sentOf(pairs: Iterable<readonly [string, FormDataEntryValue]>): Record<string, unknown> {
  const sent = new Map<string, unknown[]>();
  for (const [name, value] of pairs) sent.set(name, [...(sent.get(name) ?? []), value]);
  return Object.fromEntries([...sent].map(([name, list]) => [name, list.length === 1 ? list[0] : list]));
}

function lastOf(pairs: readonly (readonly [string, string])[], name: string): string | undefined {
  return pairs.findLast(([key]) => key === name)?.[1];
}

function fixedFields<T extends object>(values: T, fixed: object): Partial<T> {
  const names = Object.keys(values).filter((name) => Object.hasOwn(fixed, name));
  return Object.fromEntries(names.map((name) => [name, values[name as keyof T]])) as Partial<T>;
}

function derivedNames<Field extends string, List extends string>(
  form: FormDefinition<Field, List>,
): string[] {
  const blank = readValues(form, {}) as FormValues<Field, List>;
  return Object.keys(form.derive?.(blank) ?? {});
}
