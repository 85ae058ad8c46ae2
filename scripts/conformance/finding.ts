/** A difference from the contract. It never contains values from the answer, which may be personal data. */
export interface Finding {
  /** A field by its path, or `status`, `paging`, … */
  readonly at: string;
  readonly expected: string;
  readonly got: string;
  /** What it means for the portal. */
  readonly consequence: string;
  /** True if the portal still works, but shows less. */
  readonly isMild?: true;
}

/** A difference that breaks one of the portal's pages. */
export const failureFinding = (at: string, expected: string, got: string, consequence: string): Finding => ({
  at,
  expected,
  got,
  consequence,
});

/** A difference that the portal can live with, though it shows less. */
export const deviationFinding = (
  at: string,
  expected: string,
  got: string,
  consequence: string,
): Finding => ({
  ...failureFinding(at, expected, got, consequence),
  isMild: true,
});

export type Verdict = "passes" | "deviates" | "fails" | "not tried";

/** The result of checking a call. */
export interface Result {
  readonly call: string;
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  /** Why we didn't try the call, or what we couldn't check. */
  readonly note: string;
}

/** The result, with the verdict that the findings lead to. */
export function resultOf(call: string, findings: readonly Finding[], note = ""): Result {
  const verdict = findings.some(({ isMild }) => !isMild)
    ? "fails"
    : findings.length > 0
      ? "deviates"
      : "passes";
  return { call, verdict, findings, note };
}

/** The result for a call that we didn't make, with the reason. */
export const notTried = (call: string, note: string): Result => ({
  call,
  verdict: "not tried",
  findings: [],
  note,
});

/** The status for a call that the provider doesn't serve yet (docs/integrate.md). */
export const NOT_SERVED_STATUS = 501;
/** The note for a call with that status. */
export const NOT_SERVED = "not served yet";

/** A status as text; 0 means that there wasn't an answer. */
export const statusText = (status: number) => (status === 0 ? "no response" : String(status));

/** A value's type in words. */
export function typeInWords(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return "a number above 2^53: send it as text";
  return (
    { string: value === "" ? "an empty text" : "text", boolean: "true/false", object: "an object" }[
      typeof value as string
    ] ?? typeof value
  );
}

/** An object's first names, which can't be values; '' if it isn't an object. */
export function namesIn(value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "";
  const names = Object.keys(value).filter((name) => /^[$\w]{1,40}$/.test(name));
  return names
    .slice(0, 5)
    .map((name) => `\`${name}\``)
    .join(", ");
}

/** The values at a path such as `items.total`, for every item in a list. */
export function valuesAt(body: unknown, path: string): readonly unknown[] {
  const [name = "", ...inner] = path.split(".");
  const objects = [body].flat(2).filter((value) => typeof value === "object" && value !== null);
  const values = objects.map((object) => (object as Readonly<Record<string, unknown>>)[name]);
  return inner.length === 0 ? values : values.flatMap((value) => valuesAt(value, inner.join(".")));
}

/** The items in a bare list, or in an object with `items`. */
export function itemsIn(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body;
  const items = typeof body === "object" && body !== null && "items" in body ? body.items : undefined;
  return Array.isArray(items) ? items : [];
}

/** A check's findings, perhaps with a note of what it left out; or the reason why it couldn't run. */
export type CheckOutcome =
  readonly Finding[] | { readonly findings: readonly Finding[]; readonly note: string } | string;
