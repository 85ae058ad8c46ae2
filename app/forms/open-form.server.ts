import { offers } from "#app/document/offers.ts";
import { mayKeep, openDraft } from "#app/request/draft.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import type { LoadContext } from "#server/load-context.ts";
import { toField, type Values } from "./checks.ts";
import { readValues, withoutStaleConsents, type FormDefinition, type Judging } from "./define-form.ts";
import { PERHAPS_SAVED_FIELD } from "./once-per-form.server.ts";
import type { FormView } from "./reply.ts";

export interface OpenOptions<Field extends string, List extends string> extends Judging {
  readonly isNew?: boolean;
  readonly values?: Partial<Record<Field, string | null | undefined> & Record<List, readonly string[]>>;
  readonly hidden?: Readonly<Record<string, string>>;
  readonly current?: Readonly<Record<string, string>>;
}

/** What a loader returns for a form: its saved values or, the first time, the draft that was kept of it. */
export function openForm<Field extends string, List extends string>(
  args: RouteArgs,
  portal: Portal,
  form: FormDefinition<Field, List>,
  {
    values = {},
    hidden = {},
    current = {},
    rules = [],
    fixed = {},
    isNew = false,
  }: OpenOptions<Field, List> = {},
): FormView {
  const { context, request } = args;
  const account = portal.account.clientId;
  // The page that answers a refused post shows what was just typed; the draft waits for the next visit.
  const draft =
    request.method === "GET" && !context.state.formRefused ? openDraft(args, form.id, account) : undefined;
  const saved: Values = { ...fixed, ...values };
  const fromServer = Object.fromEntries(Object.keys(fixed).map((name) => [name, saved[name]]));
  const neverKept = Object.fromEntries(Object.entries(saved).filter(([name]) => !mayKeep(name)));
  const derived = form.derive?.(readValues(form, {})) ?? {};
  const known = new Set(Object.keys({ ...form.fields, ...form.lists, ...fixed, ...derived }));
  const hiddenOf = ([name, value]: [string, string]) => [
    name,
    draft?.findLast(([key]) => key === name)?.[1] ?? value,
  ];
  const notSent = form.files === undefined ? undefined : draft?.find(([name]) => name === form.files);
  return {
    account,
    isNew,
    values: {
      ...readValues(
        form,
        draft
          ? { ...neverKept, ...withoutStaleConsents(form, current, sentOf(draft)), ...fromServer }
          : saved,
      ),
      ...(notSent && Object.fromEntries([notSent])),
    },
    rules: rules.filter((rule) => known.has(toField(rule.property))),
    fixed,
    onBehalfOf: onBehalfOf(form, portal),
    hidden: Object.fromEntries(Object.entries(hidden).map(hiddenOf)),
    current,
    restored: draft !== undefined,
    perhapsSaved: draft?.some(([name]) => name === PERHAPS_SAVED_FIELD) ?? false,
    refused: context.state.formRefused,
    ...(form.files !== undefined && filesTaken(context, form)),
  };
}

function filesTaken(
  { config, takesFiles }: LoadContext,
  { id, mostFiles }: Pick<FormDefinition, "id" | "mostFiles">,
) {
  if (!takesFiles) throw new Error(`the form ${id} brings files, and the page's facts don't say so`);
  const most = Math.min(config.uploadFiles, mostFiles ?? config.uploadFiles);
  return offers(config, "uploads") ? { files: { most, megabytes: config.uploadFileMb } } : undefined;
}

/** The customer whom this person would bind by the form; undefined where it is their own account, or binds nobody. */
export function onBehalfOf(
  { binds }: Pick<FormDefinition, "binds">,
  { user, account }: Pick<Portal, "user" | "account">,
): string | undefined {
  return binds && !user.b2c ? account.name : undefined;
}

/** Posted pairs as one value for each name, a list where a name came more than once. */
export function sentOf(pairs: Iterable<readonly [string, FormDataEntryValue]>): Record<string, unknown> {
  const sent = new Map<string, unknown[]>();
  for (const [name, value] of pairs) sent.set(name, [...(sent.get(name) ?? []), value]);
  return Object.fromEntries([...sent].map(([name, list]) => [name, list.length === 1 ? list[0] : list]));
}
