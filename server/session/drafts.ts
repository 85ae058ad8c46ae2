import type { Draft } from "./portal-session.ts";
import type { SessionFields } from "./session-fields.ts";

type Fields = Pick<SessionFields, "get" | "named">;

/** Long enough to sign in again, too short to be found by the next person at the desk. */
export const DRAFT_MS = 15 * 60_000;
/** A person fills in one form at a time, two at most. */
const MOST = 3;

/** What a form sent is named by its page's address; a return from the card provider is not. */
export function isForm({ form }: Pick<Draft, "form">): boolean {
  return form.startsWith("/");
}

export function isFresh({ keptAt }: Pick<Draft, "keptAt">, now: number): boolean {
  return now - keptAt < DRAFT_MS;
}

/** True for what the session still has: a form for minutes, a return from the card provider until it is heard. */
export function isKept(draft: Draft, now: number): boolean {
  return !isForm(draft) || isFresh(draft, now);
}

export function keptDrafts(fields: Fields, now: number): Draft[] {
  return drafts(fields)
    .map(({ draft }) => draft)
    .filter((draft) => isKept(draft, now));
}

/** Names of all forms but the newest. */
export function surplusDrafts(fields: Fields): `draft:${string}`[] {
  return drafts(fields)
    .filter(({ draft }) => isForm(draft))
    .sort((a, b) => b.draft.keptAt - a.draft.keptAt)
    .slice(MOST)
    .map(({ name }) => name);
}

function drafts(fields: Fields) {
  return fields.named("draft:").flatMap((name) => {
    const draft = fields.get(name);
    return draft ? [{ name, draft }] : [];
  });
}
