import { z } from "zod";

interface Expectation {
  readonly isAsAgreed: (value: unknown) => boolean;
}

/** For schemas that accept anything: whether a value is of the agreed type. */
export const expectations = z.registry<Expectation>();

/** The fields of an answer that are not as agreed, e.g. `items.unit`; of lists each name once. */
export function deviationsIn(schema: z.core.$ZodType, answer: unknown): string[] {
  const found = new Set<string>();
  note(schema, answer, "", found);
  return [...found];
}

/* eslint-disable ours/bounded-recursion -- It goes as deep as the schema, whatever the answer holds. */
function note(schema: z.core.$ZodType, value: unknown, path: string, found: Set<string>): void {
  if (expectations.get(schema)?.isAsAgreed(value) === false) return void found.add(path);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object":
      if (typeof value !== "object" || value === null) return;
      for (const [name, field] of Object.entries(def.shape))
        note(field, (value as Record<string, unknown>)[name], path === "" ? name : `${path}.${name}`, found);
      return;
    case "array":
      if (Array.isArray(value)) for (const one of value) note(def.element, one, path, found);
      return;
    case "optional":
    case "nullable":
    case "catch":
      if (value !== undefined && value !== null) note(def.innerType, value, path, found);
      return;
    case "pipe": {
      // The schema behind a preprocess reads what the preprocess made.
      const made = def.in._zod.def.type === "transform" && z.safeParse(def.in, value);
      return made && made.success ? note(def.out, made.data, path, found) : note(def.in, value, path, found);
    }
    case "union": {
      const read = def.options.find((option) => z.safeParse(option, value).success);
      return read && note(read, value, path, found);
    }
  }
}
