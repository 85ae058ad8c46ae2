import words from "./words.json" with { type: "json" };

type Words = Readonly<Record<string, string>>;

/** What each call is for, by its name. A test fails for a call without one. */
export const summaries: Words = words.summaries;

/** What happens if a call fails, by its name, for calls whose `failure` no page shows. */
export const failureWords: Words = words.failures;

/** Descriptions of the query parameters that lists have in common. */
export const parameterWords: Words = words.parameters;

/** Descriptions of fields by name, or by `<another field of the object>.<name>` if a name has several meanings. */
export const fieldWords: Words = words.fields;

/** What the portal shows or does if a field that it can do without is unreadable or missing, by name as in {@link fieldWords}. */
export const consequences: Words = { ...words.consequences, ...words.severeConsequences };

/** The same for fields that a file or a total depends on. */
export const severeConsequences: Words = words.severeConsequences;

/** The names of the document's schemas, by the first place where we come across each, such as `listAddresses.items`. */
export const schemaNames: Words = words.schemas;
