import type { RouteArgs } from "#app/request/portal.ts";
import { validationRule } from "#shared/portal-api/rules.ts";
import { ATTACHMENT_MB, ATTACHMENT_TYPES } from "./account-form.ts";

const REQUIRED = ["Title", "GivenName", "Surname", "Position", "Email", "Phone"];

export const accountRules = [
  ...REQUIRED.map((property) => ({ property, ruleName: "Required" })),
  { property: "Signature", ruleName: "Required", description: "Please sign with your name." },
  { property: "Phone", ruleName: "Phone" },
  { property: "Email", ruleName: "Email" },
  {
    property: "Attachment",
    ruleName: "FileName",
    description: "The name of the file may have letters, numbers and underscores only.",
  },
  {
    property: "Attachment",
    ruleName: "FileExtension",
    description: "The file must be a DOC or DOCX document.",
    parameters: { ext: [...ATTACHMENT_TYPES] },
  },
  {
    property: "Attachment",
    ruleName: "FileSize",
    description: `The file must be smaller than ${ATTACHMENT_MB} MB.`,
    parameters: { size: ATTACHMENT_MB },
  },
].map((rule) => validationRule.parse({ severity: 0, ...rule }));

/** Measures the first uploaded file without keeping it. Returns undefined if there is none. */
export async function readAttachment({ context: { files } }: RouteArgs) {
  for await (const { name, body } of files ?? []) {
    let size = 0;
    for await (const chunk of body) size += (chunk as Buffer).length;
    return { name, size };
  }
  return undefined;
}
