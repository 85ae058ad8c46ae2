import { z } from "zod";

interface Expectation {
  readonly hasExpectedType: (value: unknown) => boolean;
}

/** For schemas that accept any value: whether a value has the documented type. */
export const expectations = z.registry<Expectation>();

/** The names of fields without the documented type, e.g. `items.unit`, each once. */
export function deviationsIn(schema: z.core.$ZodType, answer: unknown): string[] {
  const names = new Set<string>();
  collect(schema, answer, [], names);
  return [...names];
}

/* eslint-disable ours/bounded-recursion -- It goes as deep as the schema, whatever the answer holds. */
function collect(schema: z.core.$ZodType, value: unknown, path: string[], names: Set<string>): void {
  if (expectations.get(schema)?.hasExpectedType(value) === false) return void names.add(path.join("."));
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object":
      if (typeof value !== "object" || value === null) return;
      for (const [name, field] of Object.entries(def.shape)) {
        path.push(name);
        collect(field, (value as Record<string, unknown>)[name], path, names);
        path.pop();
      }
      return;
    case "array":
      if (Array.isArray(value)) for (const item of value) collect(def.element, item, path, names);
      return;
    case "optional":
    case "nullable":
    case "catch":
      if (value !== undefined && value !== null) collect(def.innerType, value, path, names);
      return;
    case "pipe": {
      // After a preprocess, the schema applies to its result.
      const transformed = def.in._zod.def.type === "transform" && z.safeParse(def.in, value);
      return transformed && transformed.success
        ? collect(def.out, transformed.data, path, names)
        : collect(def.in, value, path, names);
    }
    case "union": {
      const matching = def.options.find((option) => z.safeParse(option, value).success);
      return matching && collect(matching, value, path, names);
    }
  }
}
