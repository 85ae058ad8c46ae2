import { z } from "zod";
import { consequences, fieldWords, severeConsequences } from "./words.ts";

/** A JSON Schema. `x-shown` marks fields that the portal only shows, whatever they contain. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[] | undefined;
  readonly additionalProperties?: unknown;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly exclusiveMinimum?: number;
  readonly format?: string;
  readonly "x-shown"?: true;
  /** The format that a provider should send. We read any other as well as we can. */
  readonly "x-format"?: string;
  /** What happens where it can't be read or isn't there. */
  readonly "x-consequence"?: string;
  /** An enumeration's names and codes. */
  readonly "x-codes"?: Readonly<Record<string, number>>;
  /** An enumeration's words; there may be more. */
  readonly "x-extensible-enum"?: readonly string[];
}

/** The JSON Schema of a zod schema's input, which is what's sent. */
export function jsonSchema(schema: z.ZodType): JsonSchema {
  const json = cache.get(schema) ?? convert(schema);
  cache.set(schema, json);
  return json;
}

const cache = new WeakMap<z.ZodType, JsonSchema>();

function convert(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema: json }) => {
      if (zodSchema._zod.def.type === "catch") {
        delete json.default;
        json["x-shown"] = true;
      }
      // This answer may be a bare list instead of an object with `items`.
      if (z.globalRegistry.get(zodSchema)?.["x-bare-list"] !== true) return;
      const { "x-bare-list": _mark, ...original } = json;
      for (const key of Object.keys(json)) delete json[key];
      json.anyOf = [original as never, (original.properties?.["items"] ?? {}) as never];
    },
  });
  return withDescriptions(rest as JsonSchema);
}

/** Adds descriptions to fields, and makes display-only fields optional. */
function withDescriptions(schema: JsonSchema): JsonSchema {
  const { properties = {}, required, items, anyOf } = schema;
  const beside = (name: string, words: typeof fieldWords) =>
    Object.keys(properties)
      .map((sibling) => words[`${sibling}.${name}`])
      .find(Boolean) ?? words[name];
  const fields = Object.entries(properties).map(([name, field]) => {
    const description = beside(name, fieldWords);
    const consequence = beside(name, consequences);
    return [
      name,
      {
        ...withDescriptions(field),
        ...(description !== undefined && { description }),
        ...(consequence !== undefined && { "x-consequence": consequence }),
      },
    ] as const;
  });
  return {
    ...schema,
    ...(schema.properties && { properties: Object.fromEntries(fields) }),
    ...(required && { required: required.filter((name) => properties[name]?.["x-shown"] !== true) }),
    ...(items && { items: withDescriptions(items) }),
    ...(anyOf && { anyOf: anyOf.map(withDescriptions) }),
  };
}

/** A schema's field, for documentation. */
export interface Field {
  /** Such as `items.quantity`. */
  readonly path: string;
  readonly type: string;
  readonly use: "required" | "optional" | "shown";
  /** `date-time` for times, `decimal` for pounds. */
  readonly format: string | undefined;
  readonly codes: JsonSchema["x-codes"];
  readonly words: JsonSchema["x-extensible-enum"];
  readonly description: string;
  /** What happens where it can't be read or isn't there. */
  readonly consequence: string | undefined;
  /** Whether a file or a total depends on it. */
  readonly isSevere: boolean;
}

/** Every field in a schema, including those of the objects and lists in it. */
export function fieldsOf(schema: JsonSchema, path = ""): readonly Field[] {
  const object = objectIn(schema);
  const list = object.items ?? schema.anyOf?.find(({ items }) => items)?.items;
  if (object.properties === undefined) return list ? fieldsOf(list, path) : [];
  return Object.entries(object.properties).flatMap(([name, field]) => {
    const fieldPath = path === "" ? name : `${path}.${name}`;
    const use = field["x-shown"] ? "shown" : object.required?.includes(name) ? "required" : "optional";
    return [
      {
        path: fieldPath,
        type: typeOf(field),
        use,
        format: formatOf(field),
        codes: codesOf(field),
        words: field["x-extensible-enum"],
        consequence: field["x-consequence"],
        isSevere: Object.values(severeConsequences).includes(field["x-consequence"] ?? ""),
        description: descriptionOf(field),
      } as const,
      ...fieldsOf(field, fieldPath),
    ];
  });
}

const objectIn = (schema: JsonSchema): JsonSchema =>
  schema.properties ? schema : (schema.anyOf?.find(({ properties }) => properties) ?? schema);

const descriptionOf = ({ description, anyOf = [] }: JsonSchema): string =>
  description ?? anyOf.find((alternative) => alternative.description)?.description ?? "";

const formatOf = (schema: JsonSchema): string | undefined =>
  schema["x-format"] ?? schema.anyOf?.map(formatOf).find(Boolean);

const codesOf = (schema: JsonSchema): JsonSchema["x-codes"] =>
  schema["x-codes"] ?? schema.anyOf?.map(codesOf).find(Boolean);

/** The type in words, such as `number or text`. */
export function typeOf({ type, anyOf, enum: values, const: constant }: JsonSchema): string {
  if (values) return values.map((value) => `\`${String(value)}\``).join(", ");
  if (constant !== undefined) return constant === "" ? "an empty text" : `\`${String(constant)}\``;
  const names = anyOf ? anyOf.map(typeOf) : [type ?? []].flat().map((name) => typeNames[name] ?? name);
  const uniqueNames = [...new Set(names.flatMap((name) => name.split(/, | or /)))];
  return uniqueNames.join(", ").replace(/, (?=[^,]*$)/, " or ") || "anything";
}

const typeNames: Readonly<Record<string, string>> = {
  string: "text",
  integer: "whole number",
  array: "list",
  boolean: "true/false",
};
