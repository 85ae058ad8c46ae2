import type { ApiCall, Script, ScriptedAnswer } from "./api-tap.ts";
import { forgetting, nothing } from "./checked-provider.ts";

export type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Changes each JSON body, but not a text. */
export const bodies = (change: (body: unknown) => unknown): Script =>
  forgetting(nothing, (text) => {
    try {
      return JSON.stringify(change(JSON.parse(text)));
    } catch {
      return text;
    }
  });

/** Changes each object in the bodies. */
export const objects = (change: (object: Fields) => unknown): Script =>
  bodies((body) =>
    JSON.parse(JSON.stringify(body, (_name, value: unknown) => (isFields(value) ? change(value) : value))),
  );

export const without = (name: string) => objects(({ [name]: _, ...rest }) => rest);

/** Changes a field wherever it is. */
export const field = (name: string, change: (value: unknown) => unknown) =>
  objects((object) => (name in object ? { ...object, [name]: change(object[name]) } : object));

/** Changes a date wherever it isn't null. */
export const date = (name: string, change: (iso: string) => unknown) =>
  field(name, (value) => (typeof value === "string" ? change(value) : value));

/** Writes each `total` with this many decimals. */
export const decimals = (count: number): Script =>
  forgetting(nothing, (text) =>
    text.replace(
      /"total":(-?\d+)(\.\d+)?/g,
      (_, whole: string, part = ".") => `"total":${whole}${(part as string).padEnd(count + 1, "0")}`,
    ),
  );

type Answer = ScriptedAnswer & { readonly status: number };

/** Changes whole answers. */
export const answers = (change: (answer: Answer, call: ApiCall) => ScriptedAnswer): Script => {
  const script = forgetting(nothing);
  return async (call) => change((await script(call)) as Answer, call);
};

/** Changes the status of a success, or the body of a refusal for an empty `line1`. */
export const status = (other: number, method: string) =>
  answers((answer, call) =>
    answer.status === 200 && call.method === method ? { ...answer, status: other } : answer,
  );
export const nothingTo = (method: string, path: RegExp) =>
  answers((answer, call) =>
    answer.status === 200 && call.method === method && path.test(call.path)
      ? { status: 204, body: "" }
      : answer,
  );
export const refusal = (problem: ScriptedAnswer) =>
  answers((answer, { body }) => (answer.status === 400 && body.includes('"line1":""') ? problem : answer));

/** ASP.NET's problem details, here with a developer's text. */
export const problemDetails = (status: number, more: object = {}): ScriptedAnswer => ({
  status,
  headers: { "content-type": "application/problem+json" },
  body: JSON.stringify({ title: "System.NullReferenceException: secret-path", status, ...more }),
});

export const inPascalCase = objects((object) =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name.slice(0, 1).toUpperCase() + name.slice(1), value]),
  ),
);
export const nullsLeftOut = objects((object) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null)),
);
