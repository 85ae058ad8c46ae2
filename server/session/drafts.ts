import type { Draft } from "./portal-session.ts";
import type { SessionFields } from "./session-fields.ts";

type Fields = Pick<SessionFields, "get" | "namesWithPrefix">;

/** Long enough to sign in again, but too short for the next person at the same desk to find a draft. */
export const DRAFT_MS = 15 * 60_000;
/** A person rarely fills in more than two forms at a time. */
const MAX_FORMS = 3;

/** Drafts of forms are named by their page's address; a return from the card provider is not. */
export function isForm({ form }: Pick<Draft, "form">): boolean {
  return form.startsWith("/");
}

export function isFresh({ keptAt }: Pick<Draft, "keptAt">, now: number): boolean {
  return now - keptAt < DRAFT_MS;
}

/** Newest first. Forms expire after some minutes; a return from the card provider stays until it is handled. */
export function keptDrafts(fields: Fields, now: number): Draft[] {
  return newestFirst(fields).filter((draft) => !isForm(draft) || isFresh(draft, now));
}

export function surplusDraftNames(fields: Fields): `draft:${string}`[] {
  return newestFirst(fields)
    .filter(isForm)
    .slice(MAX_FORMS)
    .map(({ form }) => `draft:${form}` as const);
}

function newestFirst(fields: Fields): Draft[] {
  const drafts = fields.namesWithPrefix("draft:").map((name) => fields.get(name));
  return drafts.filter((draft) => draft !== undefined).sort((a, b) => b.keptAt - a.keptAt);
}
