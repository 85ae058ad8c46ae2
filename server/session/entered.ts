import { isFresh, keptDrafts } from "./drafts.ts";
import type { Draft, EnteredForms } from "./portal-session.ts";
import type { SessionFields } from "./session-fields.ts";

type Fields = Pick<SessionFields, "get" | "set" | "namesWithPrefix">;

/** Name of the draft that contains the entries of multi-step forms after their session has ended. */
const ENTERED = "entered";
/** A form's name may contain an id from its address, so both names and their number need a limit. */
const MAX_ENTRIES = 20;
const MAX_NAME_LENGTH = 300;

/** The entries of the earlier steps of multi-step forms. They expire after some minutes. */
export function enteredForms(fields: Fields, now: number): EnteredForms {
  return {
    keep(form, value) {
      fields.set(nameOf(form), value === undefined ? undefined : { keptAt: now, value });
      for (const name of newestFirst(fields).slice(MAX_ENTRIES)) fields.set(name, undefined);
    },
    get: (form) => fields.get(nameOf(form))?.value,
  };
}

function nameOf(form: string): `entered:${string}` {
  return `entered:${form.slice(0, MAX_NAME_LENGTH)}`;
}

function newestFirst(fields: Fields): `entered:${string}`[] {
  const keptAt = (name: `entered:${string}`) => fields.get(name)?.keptAt ?? 0;
  return fields.namesWithPrefix("entered:").sort((a, b) => keptAt(b) - keptAt(a));
}

export function unsavedDrafts(fields: Fields, now: number): readonly Draft[] {
  return [...keptDrafts(fields, now), ...packEntries(fields, now)];
}

/** All entries as one draft, dated by the oldest so that none is kept for longer than it should be. */
function packEntries(fields: Fields, now: number): Draft[] {
  const freshEntries = fields.namesWithPrefix("entered:").flatMap((name) => {
    const entry = fields.get(name);
    return entry && isFresh(entry, now) ? [{ name, ...entry }] : [];
  });
  if (freshEntries.length === 0) return [];
  const keptAt = Math.min(...freshEntries.map((entry) => entry.keptAt));
  return [
    { form: ENTERED, keptAt, fields: freshEntries.map(({ name, value }) => [name, JSON.stringify(value)]) },
  ];
}

export function unpackDraft(fields: Fields, draft: Draft): void {
  if (draft.form !== ENTERED) return fields.set(`draft:${draft.form}`, draft);
  for (const [name, value] of draft.fields)
    fields.set(name as `entered:${string}`, { keptAt: draft.keptAt, value: JSON.parse(value) as unknown });
}

/** Removes expired entries; called at each request, because a session may last for hours. */
export function dropExpiredEntries(fields: Fields, now: number): void {
  for (const name of fields.namesWithPrefix("entered:")) {
    const entry = fields.get(name);
    if (entry && !isFresh(entry, now)) fields.set(name, undefined);
  }
}
