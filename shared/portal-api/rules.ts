import { z } from "zod";
import { severity } from "./errors.ts";
import { operation } from "./operation.ts";
import { ruleNames } from "./rule-names.ts";
import { choicesOf, shown } from "./shapes.ts";

const bound = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((value) => (value === null || value === undefined || value === "" ? undefined : Number(value)))
  .pipe(z.number().optional())
  .catch(undefined);

/** File extensions, as a list or as one text with commas; ignores leading dots and case. */
const extensions = z
  .union([z.array(z.string()), z.string()])
  .nullish()
  .transform((value) => (typeof value === "string" ? value.split(/[,;|\s]+/) : (value ?? [])))
  .transform((list) =>
    list.map((text) => text.replace(/^\./, "").toLowerCase()).filter((text) => text !== ""),
  );

const ruleParameters = z.object({
  ext: extensions,
  size: bound.describe("FileSize: the maximum in MB."),
  compareField: shown.text().describe("IdenticalFields: the other property, in PascalCase."),
  min: bound,
  max: bound,
});

export const validationRule = z.object({
  property: shown.text(),
  ruleName: shown.word(ruleNames),
  description: shown.text(),
  severity,
  parameters: ruleParameters
    .nullish()
    .catch(undefined)
    .transform((value) => value ?? ruleParameters.parse({})),
});
export type ValidationRule = z.output<typeof validationRule>;

export function validationRules<const Path extends string>(path: Path) {
  return operation({
    method: "GET",
    path,
    answer: choicesOf(validationRule),
    failure: "There was an error loading validation rules.",
  });
}
