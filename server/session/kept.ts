import { fromFormer, keptFieldName, toFormer, type KeptField } from "./former-kept.ts";
import type { KeptEntry, KeptKind } from "./portal-session.ts";
import type { SessionFields } from "./session-fields.ts";

type Fields = Pick<SessionFields, "get" | "set" | "namesWithPrefix">;

/** Long enough to sign in again, but too short for the next person at the same desk to find what was typed. */
export const KEPT_MS = 15 * 60_000;
/** People rarely fill in more than three forms at once, and have fewer than eight payments open. */
const MAX_KEPT: Readonly<Record<KeptKind, number>> = { draft: 3, entered: 20, return: 8 };
/** Cut, because it may contain an id from an address. */
export const keptName = (name: string) => name.slice(0, 300);
const KEPT_KINDS = Object.keys(MAX_KEPT) as readonly KeptKind[];

/** What someone typed expires; a payment's return stays until it's handled. */
export function isFresh({ kind, keptAt }: KeptEntry, now: number): boolean {
  return kind === "return" || now - keptAt < KEPT_MS;
}

/** Everything kept that hasn't expired, newest first. */
export function allKept(fields: Fields, now: number, kinds = KEPT_KINDS): readonly KeptEntry[] {
  return kinds.flatMap((kind) => keptOf(fields, kind)).filter((entry) => isFresh(entry, now));
}

/** Drops the entry if it has no value, and the oldest beyond the limit for its kind. */
export function keep(fields: Fields, entry: KeptEntry): void {
  set(fields, entry);
  for (const surplus of keptOf(fields, entry.kind).slice(MAX_KEPT[entry.kind]))
    set(fields, { ...surplus, value: undefined });
}

/** Called at each request, because a session may last for hours. Not for drafts, because a parallel request may be writing a newer one. */
export function dropExpired(fields: Fields, now: number): void {
  for (const entry of keptOf(fields, "entered"))
    if (!isFresh(entry, now)) set(fields, { ...entry, value: undefined });
}

function set(fields: Fields, entry: KeptEntry): void {
  fields.set(keptFieldName(entry), entry.value === undefined ? undefined : toFormer(entry));
}

function keptOf(fields: Fields, kind: KeptKind): readonly KeptEntry[] {
  const names = fields.namesWithPrefix(keptFieldName({ kind, name: "" }) as "draft:");
  return names
    .flatMap((name) => fromFormer(kind, name, fields.get(name) as KeptField | undefined))
    .sort((a, b) => b.keptAt - a.keptAt);
}
