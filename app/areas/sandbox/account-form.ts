import { defineForm } from "#app/forms/define-form.ts";
import { localRule } from "#app/forms/validate.ts";

export const ATTACHMENT_MB = 3;
export const ATTACHMENT_TYPES = ["doc", "docx"] as const;

/** Rules without a text get the default message. */
const rules = [
  ...["Title", "GivenName", "Surname", "Position", "Email", "Phone"].map((property) =>
    localRule(property, "Required", ""),
  ),
  localRule("Signature", "Required", "Please sign with your name."),
  localRule("Phone", "Phone", ""),
  localRule("Email", "Email", ""),
  localRule(
    "Attachment",
    "FileName",
    "The name of the file can only contain letters, numbers and underscores.",
  ),
  localRule("Attachment", "FileExtension", "The file must be a DOC or DOCX document.", {
    ext: [...ATTACHMENT_TYPES],
  }),
  localRule("Attachment", "FileSize", `The file must be smaller than ${ATTACHMENT_MB} MB.`, {
    size: ATTACHMENT_MB,
  }),
];

export const sampleAccountForm = defineForm({
  id: "sandbox-account",
  fields: {
    accountName: "Account",
    title: "Title",
    givenName: "First Name",
    surname: "Surname",
    position: "Position",
    memorableWord: "Memorable Word",
    email: "Email",
    phone: "Telephone",
    message: "Message",
    signature: "Signature",
    marketingPreference: "May we tell you about offers?",
    accountHolderConfirm: "I am the account holder",
    accountAuthConfirm: "I may act for this account",
    attachment: "Attachment",
  },
  lists: { billingPreferences: "How would you like to receive your bills?" },
  files: "attachment",
  kinds: { email: "email", phone: "phone", message: "text" },
  rules,
  button: "Save Sample",
});
