import type { JsonSchema } from "./schema.ts";
import words from "./words.json" with { type: "json" };

type Words = Readonly<Record<string, string>>;

/** What each call is for, by its name. A call without words fails a test. */
export const summaries: Words = words.summaries;

/** Query parameters that lists share. */
export const parameterWords: Words = words.parameters;

/** What fields mean that don't say it themselves, by name, or by another field of the same object and name. */
const fieldWords: Words = words.fields;

/** The fields of a schema with their words, where they have none of their own. */
export function withWords(schema: JsonSchema): JsonSchema {
  const { properties, items, anyOf } = schema;
  const names = Object.keys(properties ?? {});
  const wordsFor = (name: string) =>
    names.map((beside) => fieldWords[`${beside}.${name}`]).find((words) => words !== undefined) ??
    fieldWords[name];
  const told = (name: string, field: JsonSchema): JsonSchema => {
    const words = wordsFor(name);
    return words === undefined ? withWords(field) : { ...withWords(field), description: words };
  };
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, told(name, field)]),
      ),
    }),
    ...(items && { items: withWords(items) }),
    ...(anyOf && { anyOf: anyOf.map(withWords) }),
  };
}
