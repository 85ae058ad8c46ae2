/** A difference from the contract. It never contains values of the answer, which may be personal data. */
export interface Finding {
  /** A field by its path, or `status`, `paging`, … */
  readonly at: string;
  readonly expected: string;
  readonly got: string;
  /** The consequence in the portal. */
  readonly consequence: string;
  /** True when the portal still works, but shows less. */
  readonly isMild?: true;
}

/** A difference that breaks a page of the portal. */
export const failureFinding = (at: string, expected: string, got: string, consequence: string): Finding => ({
  at,
  expected,
  got,
  consequence,
});

/** A difference with which the portal still works, but shows less. */
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
  /** Why the call wasn't tried, or what couldn't be checked. */
  readonly note: string;
}

/** The result with the verdict that follows from the findings. */
export function resultOf(call: string, findings: readonly Finding[], note = ""): Result {
  const verdict = findings.some(({ isMild }) => !isMild)
    ? "fails"
    : findings.length > 0
      ? "deviates"
      : "passes";
  return { call, verdict, findings, note };
}

/** The result of a call that wasn't made, with the reason. */
export const notTried = (call: string, note: string): Result => ({
  call,
  verdict: "not tried",
  findings: [],
  note,
});

/** The status of a call that the provider doesn't serve yet (docs/integrate.md). */
export const NOT_SERVED_STATUS = 501;
/** The note of a call with that status. */
export const NOT_SERVED = "not served yet";

/** A status as text; 0 means that there was no answer. */
export const statusText = (status: number) => (status === 0 ? "no response" : String(status));

/** The type of a value in words. */
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

/** The first names in an object, none of which may be a value; empty if it isn't one. */
export function namesIn(value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "";
  const names = Object.keys(value).filter((name) => /^[$\w]{1,40}$/.test(name));
  return names
    .slice(0, 5)
    .map((name) => `\`${name}\``)
    .join(", ");
}

/** The values at a path such as `items.total`, of every item of a list. */
export function valuesAt(body: unknown, path: string): readonly unknown[] {
  const [name = "", ...inner] = path.split(".");
  const objects = [body].flat(2).filter((value) => typeof value === "object" && value !== null);
  const values = objects.map((object) => (object as Readonly<Record<string, unknown>>)[name]);
  return inner.length === 0 ? values : values.flatMap((value) => valuesAt(value, inner.join(".")));
}

/** The items of a bare list, or of an object with `items`. */
export function itemsIn(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body;
  const items = typeof body === "object" && body !== null && "items" in body ? body.items : undefined;
  return Array.isArray(items) ? items : [];
}

/** The findings of a check, if need be with a note of what it left out; or the reason why it couldn't run. */
export type CheckOutcome =
  readonly Finding[] | { readonly findings: readonly Finding[]; readonly note: string } | string;
