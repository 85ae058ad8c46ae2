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

/** Forms expire after some minutes; a return from the card provider stays until it is handled. */
export function isKept(draft: Draft, now: number): boolean {
  return !isForm(draft) || isFresh(draft, now);
}

export function keptDrafts(fields: Fields, now: number): Draft[] {
  return drafts(fields)
    .map(({ draft }) => draft)
    .filter((draft) => isKept(draft, now));
}

export function surplusDraftNames(fields: Fields): `draft:${string}`[] {
  return drafts(fields)
    .filter(({ draft }) => isForm(draft))
    .sort((a, b) => b.draft.keptAt - a.draft.keptAt)
    .slice(MAX_FORMS)
    .map(({ name }) => name);
}

function drafts(fields: Fields) {
  return fields.namesWithPrefix("draft:").flatMap((name) => {
    const draft = fields.get(name);
    return draft ? [{ name, draft }] : [];
  });
}
