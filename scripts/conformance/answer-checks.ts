import { withHeaders } from "#shared/portal-api/reply.ts";
import { asItems, readAnswer } from "#shared/portal-api/shapes.ts";
import { isAbsentDate } from "#shared/time/moment.ts";
import {
  deviationFinding,
  failureFinding,
  namesIn,
  statusText,
  typeInWords,
  valuesAt,
  type Finding,
} from "./finding.ts";
import { isAnswered, type Reply } from "./wire.ts";
import type { ContractCall } from "../contract/operations.ts";
import { fieldsOf, jsonSchema, typeOf, type Field } from "../contract/schema.ts";
import { failureWords } from "../contract/words.ts";

/** The findings about an answer, which is read as the portal reads it: its status, what's unreadable, and what the page shows differently from what was meant. */
export function answerFindings(contractCall: ContractCall, reply: Reply): readonly Finding[] {
  const { operation } = contractCall;
  const failure = failureIn(contractCall);
  if (!isAnswered(reply)) return [failureFinding("status", "200", statusText(reply.status), failure)];
  if (reply.body === undefined) return [failureFinding("body", "JSON", "something else", failure)];
  if (operation.isOneById && reply.body === null)
    return [failureFinding("body", "the thing that was asked for", "nothing", "Page Not Found")];
  const { schema, whole, answer, fields } = readParts(contractCall, reply);
  const misnamed = misnamedFinding(answer, fields, failure);
  if (misnamed) return [misnamed];
  const fieldAt = (at: string) => fields.find(({ path }) => path === at);
  const { result, deviations } = readAnswer(operation.answer, whole);
  if (!result.success) {
    const places = result.error.issues.map(({ path }) =>
      path.filter((part) => typeof part === "string").join("."),
    );
    return [...new Set(places)].map((at) => {
      if (at === "") return failureFinding("body", typeOf(schema), bodyInWords(reply), failure);
      const values = valuesAt(answer, at);
      const wrong = places.filter((place) => place === at).length;
      const counted = values.length > 1 ? ` in ${wrong} of ${values.length}` : "";
      const field = fieldAt(at);
      const expected = field ? expectedIn(field) : typeOf(schema);
      const others = at === "items" && values[0] === undefined ? namesIn(answer) : "";
      const got = kindsOf(values, field) + counted + (others && ` but ${others}`);
      return failureFinding(at, expected, got, failure);
    });
  }
  const shownOtherwise = deviations
    .map(fieldAt)
    .filter((field) => field !== undefined)
    .map((field) => {
      const values = valuesAt(answer, field.path);
      return findingFor(field, kindsOf(values, field), consequenceOf(field, values));
    });
  const missing = fields
    .filter((field) => isMissing(contractCall, answer, field) && !isPerhapsNull(answer, field))
    .map((field) => findingFor(field, "nothing in any item", consequenceOf(field, [])));
  const formats = fields
    .filter(({ path }) => !deviations.includes(path))
    .flatMap((field) => formatFinding(field, valuesAt(answer, field.path)) ?? []);
  return [...shownOtherwise, ...missing, ...formats];
}

/** Says which fields are missing from an answer that doesn't contain null, because a backend may leave nulls out; '' if none are. */
export function leftOutNote(contractCall: ContractCall, reply: Reply): string {
  const { answer, fields } = readParts(contractCall, reply);
  const names = fields
    .filter((field) => isMissing(contractCall, answer, field) && isPerhapsNull(answer, field))
    .map(({ path }) => path);
  return names.length > 0 ? `not in the response, which is fine if null: ${names.join(", ")}` : "";
}

/** What the portal says if the call fails. */
function failureIn({ call, operation }: ContractCall): string {
  const words = failureWords[call]?.replace(/^If it fails, /, "").replace(/\.$/, "");
  return words ?? `the page says '${operation.failure}'`;
}

/** An answer's schema; its body as the portal reads it, with any fields from headers; the list or object in it; and its fields. */
function readParts({ operation }: ContractCall, reply: Reply) {
  const schema = jsonSchema(operation.answer);
  const whole = withHeaders(operation, { headers: Object.fromEntries(reply.headers) }, reply.body);
  const { items } = Object(asItems(reply.body)) as { items?: unknown };
  const isList = schema.type === "array";
  // A bare list can't have anything beside its items.
  const hasPlaceFor = ({ path }: Field) =>
    isList || !Array.isArray(reply.body) || path.split(".")[0] === "items";
  const fields = fieldsOf(schema).filter(hasPlaceFor);
  return { schema, whole, answer: isList ? (items ?? reply.body) : whole, fields };
}

const findingFor = (field: Field, got: string, consequence: string): Finding =>
  (field.isSevere ? failureFinding : deviationFinding)(field.path, expectedIn(field), got, consequence);

/** What's expected, in words that someone can act on. */
function expectedIn({ type, format, codes, words }: Field): string {
  if (format === "date-time") return "ISO 8601 with its zone";
  if (format === "decimal") return "pounds, such as 12.5";
  if (words) return `a word such as ${words.slice(0, 5).join(", ")}`;
  return codes ? `one of ${Object.values(codes).join(", ")}` : type;
}

/** What the page shows or does with a field's values; there are none if the field is missing. */
function consequenceOf(
  { consequence, type, format, description }: Field,
  values: readonly unknown[],
): string {
  if (consequence !== undefined) return consequence;
  // Taken from the contract's description of values that are neither a word nor a code of the enumeration.
  const [, otherwise] = /(?:a number|anything else)(?:, such as \w+,)? ([^.;]+)/i.exec(description) ?? [];
  if (otherwise !== undefined && values.length > 0) return `it ${otherwise}`;
  if (type.startsWith("true/false")) return "it counts as false";
  if (format === "date-time" && values.length > 0) return "the page says 'We can't read this date'";
  const isShown = values.some((value) => typeof value === "string" || typeof value === "number");
  return isShown ? "it's shown as it came" : "it's left empty";
}

function kindsOf(values: readonly unknown[], field?: Field): string {
  const hasForm = (field?.format ?? field?.codes ?? field?.words) !== undefined;
  const kinds = values.map((value) =>
    typeof value === "string" && value !== "" && hasForm ? "another text" : typeInWords(value),
  );
  return [...new Set(kinds)].join(", ");
}

/** A whole answer of the wrong type, with the names in it, which help to recognise the serialiser. */
function bodyInWords({ body }: Reply): string {
  const names = namesIn(body);
  if (names) return `an object with ${names}`;
  return body === null ? "nothing" : typeInWords(body);
}

/** Names that begin with a capital, as some serialisers write them: one finding, instead of one for each field. */
function misnamedFinding(
  answer: unknown,
  fields: readonly Field[],
  consequence: string,
): Finding | undefined {
  for (const { path } of fields) {
    const capital = path.replace(
      /(^|\.)([a-z])(?=[^.]*$)/,
      (_, dot: string, letter: string) => dot + letter.toUpperCase(),
    );
    const has = (at: string) => valuesAt(answer, at).some((value) => value !== undefined);
    if (capital !== path && has(capital) && !has(path))
      return failureFinding("names", "names that start with a small letter", `\`${capital}\``, consequence);
  }
  return undefined;
}

/** A time with its zone. Without a zone, we take it as London time. */
const HAS_ZONE = /T.*(?:Z|[+-]\d\d:?\d\d)$/i;

function formatFinding(field: Field, values: readonly unknown[]): Finding | undefined {
  if (field.format === "date-time") {
    const zoneless = values.filter(
      (value) => typeof value === "string" && !isAbsentDate(value) && !HAS_ZONE.test(value),
    );
    if (zoneless.length === 0) return undefined;
    const counted = `in ${zoneless.length} of ${values.length}`;
    return zoneless.every((value) => String(value).includes("T"))
      ? deviationFinding(
          field.path,
          expectedIn(field),
          `no zone ${counted}`,
          "it's taken as London time: a time in UTC is an hour early in summer",
        )
      : deviationFinding(
          field.path,
          expectedIn(field),
          `no time of day ${counted}`,
          "it's taken as midnight in London",
        );
  }
  const isFraction = (value: unknown) =>
    Math.abs(Number(value) * 100 - Math.round(Number(value) * 100)) > 1e-6;
  if (field.format !== "decimal" || !values.some(isFraction)) return undefined;
  return deviationFinding(
    field.path,
    "pounds to a penny",
    "fractions of a penny",
    "the page shows and adds rounded pounds, so a payment would be for a different amount",
  );
}

/** True for a field that the portal uses, if it's missing from every object that should have it. */
function isMissing({ call }: ContractCall, answer: unknown, { path, use, consequence }: Field): boolean {
  // A bare value doesn't have fields, and a new record doesn't have a version yet.
  if (typeof answer !== "object" || (call.endsWith("/Create") && path === "rowVersion")) return false;
  // Optional fields may be missing, like a rule's parameters and fields that only requests have.
  if (use === "required" || (use === "optional" && consequence === undefined)) return false;
  if (/^parameters\.|isSaveConfirmed$/.test(path)) return false;
  const values = valuesAt(answer, path);
  return values.length > 0 && values.every((value) => value === undefined);
}

/** True for a missing field that may be null, if the answer doesn't contain null anywhere. */
function isPerhapsNull(answer: unknown, { type, use, isSevere }: Field): boolean {
  return use === "shown" && !isSevere && /\bnull\b/.test(type) && !hasNull(answer);
}

function hasNull(value: unknown): boolean {
  let isFound = false;
  JSON.stringify(value, (_name, part: unknown) => {
    isFound ||= part === null;
    return part;
  });
  return isFound;
}
