import { offers } from "#app/document/offers.ts";
import { mayKeepField, openDraft, valuesByName } from "#app/request/draft.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import type { LoadContext } from "#server/load-context.ts";
import { personTag } from "#shared/person.ts";
import {
  PERHAPS_SAVED_FIELD,
  readValues,
  withoutStaleAgreements,
  type FormDefinition,
  type RuleContext,
} from "./define-form.ts";
import type { FormView } from "./reply.ts";
import { toField, type Values } from "./rule-checks.ts";

export interface OpenOptions<Field extends string, List extends string> extends RuleContext {
  readonly isNew?: boolean;
  /** The fields' options. */
  readonly choices?: FormView["choices"];
  readonly values?: Partial<Record<Field, string | null | undefined> & Record<List, readonly string[]>>;
  readonly hidden?: Readonly<Record<string, string>>;
  /** Hidden fields that say what the page shows now. Drafts don't restore older ones, and agreements to those are unticked. */
  readonly shownNow?: Readonly<Record<string, string>>;
}

/** The view that a loader returns for a form, with its saved values or its draft, which is only shown once. */
export function openForm<Field extends string, List extends string>(
  args: RouteArgs,
  portal: Portal,
  form: FormDefinition<Field, List>,
  options: OpenOptions<Field, List> = {},
): FormView {
  const { values = {}, hidden = {}, shownNow = {}, rules = [], fixed = {}, facts = {} } = options;
  const { context, request } = args;
  const account = portal.account.clientId;
  // A refused post shows its own input, so we leave the draft for the next visit.
  const draft =
    request.method === "GET" && !context.state.formRefused ? openDraft(args, form.id, account) : undefined;
  const saved: Values = { ...values, ...fixed };
  const drafted = draft && withoutStaleAgreements(form, shownNow, valuesByName(draft));
  const notInDrafts = Object.fromEntries(Object.entries(saved).filter(([name]) => !mayKeepField(name)));
  const derived = form.derive?.(readValues(form, {}), facts as never) ?? {};
  const knownFields = new Set(Object.keys({ ...form.fields, ...form.lists, ...facts, ...derived }));
  const lastTyped = (wanted = "") => draft?.findLast(([name]) => name === wanted)?.[1];
  const unsentFile = lastTyped(form.files);
  return {
    account,
    person: personTag(portal.user),
    isNew: options.isNew ?? false,
    choices: options.choices,
    values: {
      ...readValues(form, drafted ? { ...notInDrafts, ...drafted, ...fixed } : saved),
      // A draft only has the name of a file. The page says that the file itself wasn't sent.
      ...(form.files !== undefined && unsentFile !== undefined && { [form.files]: unsentFile }),
    },
    rules: rules.filter((rule) => knownFields.has(toField(rule.property))),
    fixed,
    facts,
    onBehalfOf: onBehalfOf(form, portal),
    hidden: Object.fromEntries(Object.entries(hidden).map(([name, text]) => [name, lastTyped(name) ?? text])),
    shownNow,
    restored: draft !== undefined,
    perhapsSaved: lastTyped(PERHAPS_SAVED_FIELD) !== undefined,
    refused: context.state.formRefused === "error",
    ...(form.files !== undefined && fileLimits(context, form)),
  };
}

function fileLimits(
  { config, acceptsFiles }: LoadContext,
  { id, maxFileCount }: Pick<FormDefinition, "id" | "maxFileCount">,
) {
  if (!acceptsFiles)
    throw new Error(`the form ${id} accepts files, but its page's handle doesn't set acceptsFiles`);
  const maxFiles = Math.min(config.uploadFiles, maxFileCount ?? config.uploadFiles);
  return offers(config, "uploads") ? { files: { maxFiles, megabytes: config.uploadFileMb } } : undefined;
}

/** The account's name, if an employee sends a form that commits the customer and has to confirm for whom. */
export function onBehalfOf(
  { bindsCustomer }: Pick<FormDefinition, "bindsCustomer">,
  { user, account }: Pick<Portal, "user" | "account">,
): string | undefined {
  return bindsCustomer && !user.b2c ? account.name : undefined;
}
