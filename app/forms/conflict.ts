import type { SomeForm } from "./define-form.ts";

/** A form's values as text and lists of text, by field. */
export type FieldValues = Readonly<Record<string, string | readonly string[]>>;

/** Whose value a field shall have. */
export type Side = "theirs" | "yours";

/** A field in which what was saved meanwhile differs from what this person wants to save. */
export interface Difference {
  readonly name: string;
  readonly label: string;
  /** In words. */
  readonly theirs: string;
  readonly yours: string;
  /** Who changed it since the form was opened; 'both' also where nobody can tell. */
  readonly changedBy: "them" | "you" | "both";
  /** The only side that changed it, or what was chosen before. */
  readonly chosen?: Side;
}

/** Two people's edits of one thing, as the conflict page shows them. */
export interface Conflict {
  readonly form: string;
  /** The server's words. */
  readonly text: string;
  readonly differences: readonly Difference[];
  /** What the other one saved, and its version. */
  readonly theirs: FieldValues;
  readonly rowVersion: string;
}

/** Hidden field with the {@link Conflict} that a post settles. */
export const CONFLICT_FIELD = "conflict";
/** Hidden field with the version that the form was rendered from. */
export const VERSION_FIELD = "rowVersion";
/** Hidden field with the values that the form was rendered with. */
export const BASE_FIELD = "base";
/** The radios of one field. */
export const choiceField = (name: string) => `choice.${name}`;

export interface Compared {
  /** The values that the form was rendered with; undefined where nobody knows, e.g. after a plain post. */
  readonly base: FieldValues | undefined;
  readonly theirs: FieldValues;
  readonly yours: FieldValues;
  /** A value in words, e.g. the address behind an id; undefined: as it is. */
  readonly inWords?: (name: string, value: string | readonly string[]) => string | undefined;
  /** Fields that go with another and are no choice of their own: `{ confirmEmail: "email" }`. */
  readonly together?: Readonly<Record<string, string>>;
}

/** Where two edits differ, in the order of the form. */
export function differencesOf(form: SomeForm, compared: Compared): Difference[] {
  const { base, theirs, yours, inWords, together = {} } = compared;
  const labels = { ...form.fields, ...form.lists };
  return Object.entries(labels)
    .filter(([name]) => !Object.hasOwn(together, name) && !isSame(theirs[name], yours[name]))
    .map(([name, label]) => ({
      name,
      label,
      theirs: worded(name, theirs[name], inWords),
      yours: worded(name, yours[name], inWords),
      ...changeOf(base && { base: base[name], theirs: theirs[name], yours: yours[name] }),
    }));
}

type Value = string | readonly string[] | undefined;

function changeOf(
  values: { base: Value; theirs: Value; yours: Value } | undefined,
): Pick<Difference, "changedBy" | "chosen"> {
  if (values && isSame(values.base, values.yours)) return { changedBy: "them", chosen: "theirs" };
  if (values && isSame(values.base, values.theirs)) return { changedBy: "you", chosen: "yours" };
  return { changedBy: "both" };
}

function isSame(one: Value, other: Value): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: Value): unknown {
  return Array.isArray(value) ? [...(value as readonly string[])].sort() : (value ?? "");
}

function worded(name: string, value: Value, inWords: Compared["inWords"]): string {
  const given = value ?? "";
  const words = inWords?.(name, given) ?? (typeof given === "string" ? given : given.join(", "));
  return words === "" ? "(empty)" : words;
}
