import words from "./words.json" with { type: "json" };

type Words = Readonly<Record<string, string>>;

/** What each call is for, by its name. A call without words fails a test. */
export const summaries: Words = words.summaries;

/** Query parameters that lists share. */
export const parameterWords: Words = words.parameters;

/** What fields mean that don't say it themselves, by name, or by another field of the same object and name. */
export const fieldWords: Words = words.fields;
