/** The ways in which a field can be changed. */
export const mutations = ["missing", "null", "of another type", "empty", "nested"] as const;
export type Mutation = (typeof mutations)[number];

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The paths of an answer's fields, such as `items.unit`. */
export function fieldsOf(answer: unknown): string[] {
  if (Array.isArray(answer)) return [...new Set(answer.flatMap(fieldsOf))];
  if (!isJson(answer)) return [];
  return Object.entries(answer).flatMap(([name, value]) => [
    name,
    ...fieldsOf(value).map((field) => `${name}.${field}`),
  ]);
}

/** The answer with a field changed in every item that has it. */
export function mutate(answer: unknown, field: string, mutation: Mutation): unknown {
  if (Array.isArray(answer)) return answer.map((item) => mutate(item, field, mutation));
  if (!isJson(answer)) return answer;
  const [name = "", ...inner] = field.split(".");
  if (!Object.hasOwn(answer, name)) return answer;
  if (inner.length > 0) return { ...answer, [name]: mutate(answer[name], inner.join("."), mutation) };
  const { [name]: value, ...rest } = answer;
  return mutation === "missing" ? rest : { ...answer, [name]: changeValue(value, mutation) };
}

function changeValue(value: unknown, mutation: Exclude<Mutation, "missing">): unknown {
  if (mutation === "null") return null;
  if (mutation === "nested") return isJson(value) ? [value] : { inner: [value] };
  if (mutation === "empty") return Array.isArray(value) ? [] : isJson(value) ? {} : "";
  return typeof value === "string" ? 7.25 : "Each";
}
