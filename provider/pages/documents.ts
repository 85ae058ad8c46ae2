import { brand } from "#provider/identity/look.ts";

interface Document {
  readonly path: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/** The documents behind the portal's footer links. */
export const documents: readonly Document[] = [
  {
    path: "/terms",
    title: "Terms & Conditions",
    paragraphs: [
      `These terms apply to the Customer Portal of ${brand}. By signing in you accept them for the account that you act for.`,
      "Keep your sign-in to yourself. What is done under it counts as done by the account that granted it.",
      "Orders, direct debits and appointments made in the portal bind the account once they are confirmed on screen or by e-mail.",
      "Figures in the portal are kept current with care; the invoice is what counts.",
    ],
  },
  {
    path: "/privacy",
    title: "Privacy Policy",
    paragraphs: [
      `${brand} keeps the contact details that you and your colleagues enter, and uses them to run your services and to bill them.`,
      "Marketing goes only to those who chose to receive it, and stops within 72 hours of being told to.",
      "You may ask for a copy of what is kept about you, have it corrected, or have it removed where the law lets us.",
    ],
  },
  {
    path: "/complaints",
    title: "Complaints Procedure",
    paragraphs: [
      "Tell us first: by phone, by e-mail to the help desk, or with a support ticket. You will have an answer within two working days.",
      "If that does not settle it, ask for the complaints manager, who will write to you within ten working days.",
      "After eight weeks, or sooner with our letter of deadlock, you may take the matter to the dispute resolution service free of charge.",
    ],
  },
];
