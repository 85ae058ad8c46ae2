/** What differs from the contract. Values of the answer are never part of it. */
export interface Finding {
  /** A field by its path, or `status`, `paging`, … */
  readonly at: string;
  readonly expected: string;
  readonly got: string;
  /** What comes of it in the portal. */
  readonly shows: string;
  /** True where the portal goes on and shows less. */
  readonly isMild?: true;
}

/** What differs so that the portal can't go on. */
export const wrong = (at: string, expected: string, got: string, shows: string): Finding => ({
  at,
  expected,
  got,
  shows,
});

/** What differs so that the portal goes on and shows less. */
export const mild = (at: string, expected: string, got: string, shows: string): Finding => ({
  ...wrong(at, expected, got, shows),
  isMild: true,
});

export type Verdict = "passes" | "deviates" | "fails" | "not tried";

export interface Result {
  readonly call: string;
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  /** Why it was not tried, or what could not be judged. */
  readonly note: string;
}

export function resultOf(call: string, findings: readonly Finding[], note = ""): Result {
  const verdict = findings.some(({ isMild }) => !isMild)
    ? "fails"
    : findings.length > 0
      ? "deviates"
      : "passes";
  return { call, verdict, findings, note };
}

export const notTried = (call: string, note: string): Result => ({
  call,
  verdict: "not tried",
  findings: [],
  note,
});

/** The status of a call that the provider does not serve yet (docs/integrate.md). */
export const NOT_SERVED_STATUS = 501;
export const NOT_SERVED = "not served yet";

/** A status in words; 0 is none. */
export const statusText = (status: number) => (status === 0 ? "no answer" : String(status));

/** What kind of value it is, without the value. */
export function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return (
    { string: value === "" ? "an empty text" : "text", boolean: "true/false", object: "an object" }[
      typeof value as string
    ] ?? typeof value
  );
}

/** Every value at a path such as `items.total`, lists entered; nothing where a part of the way is missing. */
export function valuesAt(body: unknown, path: string): readonly unknown[] {
  const [name = "", ...inner] = path.split(".");
  const objects = [body].flat(2).filter((one) => typeof one === "object" && one !== null);
  const found = objects.map((one) => (one as Readonly<Record<string, unknown>>)[name]);
  return inner.length === 0 ? found : found.flatMap((one) => valuesAt(one, inner.join(".")));
}

/** The items of a list, with or without pages. */
export function itemsIn(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body;
  const items = typeof body === "object" && body !== null && "items" in body ? body.items : undefined;
  return Array.isArray(items) ? items : [];
}

/** What a check found, with what it left out; or in words why it could not be tried. */
export type Tried =
  readonly Finding[] | { readonly findings: readonly Finding[]; readonly note: string } | string;
