import { typeOf, type JsonSchema } from "./schema.ts";
import { schemaNames } from "./words.ts";

type Json = Readonly<Record<string, unknown>>;

/** What a provider sends, worked out from what the portal reads. If there are several types, it's the example's or else the first, and the others are in `x-tolerates`. Objects become schemas with names. */
export class SentSchemas {
  readonly #byName = new Map<string, JsonSchema>();
  readonly #values = new Map<string, unknown>();

  /** `examples` show what's in a field whose own example is empty. */
  constructor(examples: unknown) {
    JSON.stringify(examples, (name, value: unknown) => {
      if (!isEmpty(value) && !this.#values.has(name)) this.#values.set(name, value);
      return value;
    });
  }

  /** The named schemas so far. */
  all(): Json {
    return Object.fromEntries([...this.#byName].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** `place` finds an object's name in words.json, such as `listAddresses.items`. Throws if it has none. */
  sent(schema: JsonSchema, place: string, ownExample: unknown): Json {
    const example = isEmpty(ownExample) ? this.#values.get(place.split(".").at(-1) ?? "") : ownExample;
    const { properties, required, items, type: _, anyOf: _any, ...rest } = alternativeFor(schema, example);
    const {
      "x-codes": _codes,
      "x-format": _format,
      format,
      pattern,
      maxLength,
      exclusiveMinimum: _above0,
      ...kept
    } = rest;
    const codes = found(schema, "x-codes");
    const type = codes ? "integer" : typeFor(schema, example);
    const also = typesIn(schema).filter((other) => other !== type);
    const notes = {
      description: found(schema, "description"),
      "x-shown": found(schema, "x-shown"),
      ...(also.length > 0 && { "x-tolerates": also.map((other) => typeOf({ type: other })) }),
    };
    if (properties)
      return { ...this.#object({ ...kept, properties, required }, place, example, schema), ...notes };
    return {
      ...kept,
      ...(type === "string" && { format, pattern, maxLength }),
      type: type !== undefined && isNullable(schema) ? [type, "null"] : type,
      ...(codes && enumOf(codes)),
      format: found(schema, "x-format"),
      ...(items && { items: this.sent(items, place, [example].flat()[0]) }),
      ...notes,
    };
  }

  /** A reference to the object's schema, which gets a name unless it has one already. */
  #object(
    { properties = {}, required = [], additionalProperties, ...rest }: JsonSchema,
    place: string,
    example: unknown,
    whole: JsonSchema,
  ): Json {
    const fields = Object.entries(properties).map(([name, field]) => [
      name,
      this.sent(field, `${place}.${name}`, (Object(example) as Json)[name]),
    ]);
    const schema = {
      type: "object",
      required: required.length > 0 ? required : undefined,
      properties: Object.fromEntries(fields) as Json,
      ...(additionalProperties !== undefined && { additionalProperties: additionalProperties as Json }),
      ...rest,
    } as JsonSchema;
    const ref = { $ref: `#/components/schemas/${this.#nameOf(schema, place)}` };
    // A whole body is either an object or missing, never null.
    return place.includes(".") && isNullable(whole) ? { oneOf: [ref, { type: "null" }] } : ref;
  }

  #nameOf(schema: JsonSchema, place: string): string {
    // A body is the object that was read earlier. A new object doesn't have its id, but uses the same schema.
    const isBody = place.endsWith(".body");
    const keyOf = (one: JsonSchema) =>
      isBody ? Object.keys(one.properties ?? {}).join() : JSON.stringify({ ...one, description: undefined });
    const equal = [...this.#byName].find(([, other]) => keyOf(other) === keyOf(schema))?.[0];
    const name = equal ?? schemaNames[place];
    if (name === undefined) throw new Error(`words.json has no name for the schema at ${place}.`);
    if (equal === undefined) this.#byName.set(name, schema);
    return name;
  }
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === "";

type Hint = "description" | "x-codes" | "x-format" | "x-shown";

/** The schema's hint, or the first of its alternatives that has it. */
function found<Name extends Hint>(schema: JsonSchema, name: Name): JsonSchema[Name] {
  return schema[name] ?? schema.anyOf?.map((one) => found(one, name)).find((one) => one !== undefined);
}

/** The types except null, in the schema's order: the one to send comes first. */
function typesIn({ type, anyOf = [] }: JsonSchema): readonly string[] {
  const types = type === undefined ? anyOf.flatMap(typesIn) : [type].flat();
  return [...new Set(types)].filter((one) => one !== "null");
}

const isNullable = ({ type, anyOf = [] }: JsonSchema): boolean =>
  [type].flat().includes("null") || anyOf.some(isNullable);

function typeFor(schema: JsonSchema, example: unknown): string | undefined {
  const types = typesIn(schema);
  // If we read it as text, like an id, a provider that uses numbers for it sends a whole number.
  if (types[0] === "string" && types.includes("number") && Number.isInteger(example)) return "integer";
  return typesOf(example).find((type) => types.includes(type)) ?? types[0];
}

function alternativeFor(schema: JsonSchema, example: unknown): JsonSchema {
  const type = typeFor(schema, example);
  const chosen = schema.anyOf?.find((one) => typeFor(one, example) === type);
  return chosen ? alternativeFor(chosen, example) : schema;
}

/** A value's JSON Schema types, the narrowest first. */
function typesOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return ["array"];
  if (typeof value === "number") return Number.isInteger(value) ? ["integer", "number"] : ["number"];
  return value === null ? [] : [typeof value];
}

function enumOf(codes: Readonly<Record<string, number>>): Json {
  const names = new Map(Object.entries(codes).map(([name, code]) => [code, name] as const));
  const capitalised = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1);
  return { enum: [...names.keys()], "x-enum-varnames": [...names.values()].map(capitalised) };
}
