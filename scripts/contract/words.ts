import words from "./words.json" with { type: "json" };

type Words = Readonly<Record<string, string>>;

/** The purpose of each call, by its name. A test fails for a call without one. */
export const summaries: Words = words.summaries;

/** What happens where a call fails whose `failure` no page shows, by its name. */
export const failureWords: Words = words.failures;

/** Descriptions of the query parameters that lists share. */
export const parameterWords: Words = words.parameters;

/** Descriptions of fields by name, or by `<another field of the object>.<name>` where one name has several meanings. */
export const fieldWords: Words = words.fields;

/** What the portal shows or does where a field that no page needs can't be read or isn't there, by name as {@link fieldWords}. */
export const consequences: Words = { ...words.consequences, ...words.severeConsequences };

/** Those of fields on which a file or a sum hangs. */
export const severeConsequences: Words = words.severeConsequences;

/** The names of the document's schemas, by the first place where each is met, such as `listAddresses.items`. */
export const schemaNames: Words = words.schemas;
