import { defineForm } from "#app/forms/define-form.ts";

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
  button: "Save Sample",
});

export const ATTACHMENT_MB = 3;
export const ATTACHMENT_TYPES = ["doc", "docx"] as const;
