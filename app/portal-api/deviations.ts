import { z } from "zod";

interface Expectation {
  readonly isAsAgreed: (value: unknown) => boolean;
}

/** For schemas that accept any value: whether a value has the agreed type. */
export const expectations = z.registry<Expectation>();

/** The names of the fields without the agreed type, e.g. `items.unit`, each once. */
export function deviationsIn(schema: z.core.$ZodType, answer: unknown): string[] {
  const found = new Set<string>();
  collect(schema, answer, "", found);
  return [...found];
}

/* eslint-disable ours/bounded-recursion -- It goes as deep as the schema, whatever the answer holds. */
function collect(schema: z.core.$ZodType, value: unknown, path: string, found: Set<string>): void {
  if (expectations.get(schema)?.isAsAgreed(value) === false) return void found.add(path);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object":
      if (typeof value !== "object" || value === null) return;
      for (const [name, field] of Object.entries(def.shape))
        collect(
          field,
          (value as Record<string, unknown>)[name],
          path === "" ? name : `${path}.${name}`,
          found,
        );
      return;
    case "array":
      if (Array.isArray(value)) for (const item of value) collect(def.element, item, path, found);
      return;
    case "optional":
    case "nullable":
    case "catch":
      if (value !== undefined && value !== null) collect(def.innerType, value, path, found);
      return;
    case "pipe": {
      // The schema after a preprocess applies to its result.
      const transformed = def.in._zod.def.type === "transform" && z.safeParse(def.in, value);
      return transformed && transformed.success
        ? collect(def.out, transformed.data, path, found)
        : collect(def.in, value, path, found);
    }
    case "union": {
      const matching = def.options.find((option) => z.safeParse(option, value).success);
      return matching && collect(matching, value, path, found);
    }
  }
}
