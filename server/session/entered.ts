import { isFresh, keptDrafts } from "./drafts.ts";
import type { Draft, EnteredForms } from "./portal-session.ts";
import type { SessionFields } from "./session-fields.ts";

type Fields = Pick<SessionFields, "get" | "set" | "named">;

/** Name of the draft that carries the entries of multi-step forms beyond their session. */
export const ENTERED = "entered";
/** A form's name may hold an id from its address: neither names nor their number may fill a session. */
const MOST = 20;
const LONGEST_NAME = 300;

/** What was entered in the earlier steps of multi-step forms, for some minutes. */
export function enteredForms(fields: Fields, now: number): EnteredForms {
  return {
    keep(form, value) {
      fields.set(nameOf(form), value === undefined ? undefined : { keptAt: now, value });
      for (const name of newestFirst(fields).slice(MOST)) fields.set(name, undefined);
    },
    in: (form) => fields.get(nameOf(form))?.value,
  };
}

function nameOf(form: string): `entered:${string}` {
  return `entered:${form.slice(0, LONGEST_NAME)}`;
}

function newestFirst(fields: Fields): `entered:${string}`[] {
  const keptAt = (name: `entered:${string}`) => fields.get(name)?.keptAt ?? 0;
  return fields.named("entered:").sort((a, b) => keptAt(b) - keptAt(a));
}

/** All that a person has typed and not saved, to be kept when the session ends. */
export function typedIn(fields: Fields, now: number): readonly Draft[] {
  return [...keptDrafts(fields, now), ...packEntered(fields, now)];
}

/** The entries of multi-step forms as one draft; none where nothing is fresh. */
function packEntered(fields: Fields, now: number): Draft[] {
  const fresh = fields.named("entered:").flatMap((name) => {
    const one = fields.get(name);
    return one && isFresh(one, now) ? [{ name, ...one }] : [];
  });
  if (fresh.length === 0) return [];
  const keptAt = Math.min(...fresh.map((one) => one.keptAt));
  return [{ form: ENTERED, keptAt, fields: fresh.map(({ name, value }) => [name, JSON.stringify(value)]) }];
}

/** Restores a draft of a former session. */
export function unpackDraft(fields: Fields, draft: Draft): void {
  if (draft.form !== ENTERED) return fields.set(`draft:${draft.form}`, draft);
  for (const [name, value] of draft.fields)
    fields.set(name as `entered:${string}`, { keptAt: draft.keptAt, value: JSON.parse(value) as unknown });
}

/** Removes entries that are no longer fresh; each request does so, since a session may last for hours. */
export function dropOldEntered(fields: Fields, now: number): void {
  for (const name of fields.named("entered:")) {
    const one = fields.get(name);
    if (one && !isFresh(one, now)) fields.set(name, undefined);
  }
}
