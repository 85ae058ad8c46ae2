/**
 * Delete this file in the next release, together with former.ts: a session then keeps `{ keptAt, value }` in a field
 * `draft:<name>`, `entered:<name>` or `return:<name>`. For this release everything stays where the previous build reads
 * it.
 */
import type { KeptEntry, KeptKind } from "./portal-session.ts";

/** What someone typed, or a card payment's return, as the previous build reads it during and after a session. */
export interface Draft {
  readonly form: string;
  readonly fields: readonly (readonly [string, string])[];
  readonly keptAt: number;
}
export type KeptField = Draft | Pick<KeptEntry, "keptAt" | "value">;
const RETURN = "return from the card provider ";
const ENTERED = "entered";

export const keptFieldName = ({ kind, name }: Pick<KeptEntry, "kind" | "name">) =>
  kind === "entered"
    ? (`entered:${name}` as const)
    : (`draft:${kind === "return" ? RETURN : ""}${name}` as const);

export function toFormer({ kind, name, keptAt, value }: KeptEntry): KeptField {
  if (kind === "entered") return { keptAt, value };
  const ofReturn = () => Object.entries(value as object).map(([key, part]) => [key, String(part)] as const);
  const fields = kind === "return" ? ofReturn() : (value as Draft["fields"]);
  return { form: kind === "return" ? RETURN + name : name, fields, keptAt };
}

/** None if the field is of another kind. */
export function fromFormer(kind: KeptKind, fieldName: string, stored: KeptField | undefined): KeptEntry[] {
  if (!stored) return [];
  const { keptAt } = stored;
  if ("value" in stored)
    return [{ kind, name: fieldName.slice("entered:".length), keptAt, value: stored.value }];
  const { form, fields } = stored;
  if (form.startsWith(RETURN) !== (kind === "return")) return [];
  if (kind === "draft") return [{ kind, name: form, keptAt, value: fields }];
  return [{ kind, name: form.slice(RETURN.length), keptAt, value: Object.fromEntries(fields) }];
}

/** All entries become one draft, dated by the oldest so that none is kept for too long. */
export function toDrafts(kept: readonly KeptEntry[]): Draft[] {
  const entered = kept.filter(({ kind }) => kind === "entered");
  const fields = entered.map((one) => [keptFieldName(one), JSON.stringify(one.value)] as const);
  const packed = { form: ENTERED, keptAt: Math.min(...entered.map(({ keptAt }) => keptAt)), fields };
  const others = kept.filter(({ kind }) => kind !== "entered").map((one) => toFormer(one) as Draft);
  return [...others, ...(entered.length > 0 ? [packed] : [])];
}

export function fromDrafts(drafts: readonly Draft[]): KeptEntry[] {
  return drafts.flatMap((draft) => {
    const { form, keptAt, fields } = draft;
    if (form !== ENTERED) return fromFormer(form.startsWith(RETURN) ? "return" : "draft", "", draft);
    return fields.flatMap(([name, json]) =>
      fromFormer("entered", name, { keptAt, value: JSON.parse(json) as unknown }),
    );
  });
}
