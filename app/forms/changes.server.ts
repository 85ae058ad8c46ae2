import type { Change } from "#app/ui/before-after.tsx";
import type { FieldValues } from "./define-form.ts";
import type { Choices } from "./object-fields.ts";

interface Edited {
  readonly about: { readonly initial: FieldValues; readonly choices: Choices };
  readonly values: FieldValues;
}

/** What a save changes, in the form's words; its lists are left out. */
export function changesOf(
  { fields = {} }: { readonly fields?: Readonly<Record<string, string>> },
  { about: { initial, choices }, values }: Edited,
): Change[] {
  const textOf = (name: string, value: unknown) =>
    choices[name]?.find((choice) => choice.value === value)?.label ?? String(value ?? "");
  return Object.entries(fields)
    .filter(([name]) => values[name] !== undefined && String(values[name]) !== String(initial[name] ?? ""))
    .map(([name, term]) => ({
      term,
      before: textOf(name, initial[name]),
      after: textOf(name, values[name]),
    }));
}
