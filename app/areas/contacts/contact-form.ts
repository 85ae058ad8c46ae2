import { defineForm, PERHAPS_SAVED_ADVICE } from "#app/forms/define-form.ts";
import { sumRoleIds } from "./contact-roles.ts";

/** What the server adds so that the form's rules can be checked. */
export type ContactFacts = Readonly<{ originalEmail?: string; hiddenRoleSum?: number }>;

export const contactForm = defineForm({
  id: "contact",
  fields: {
    salutation: "Title",
    firstNames: "First Names",
    surname: "Surname",
    telephone: "Telephone",
    mobile: "Mobile",
    email: "Email",
    confirmEmail: "Confirm email",
    addressId: "Address",
    position: "Position",
    myPortalIsValidated: "Validate account",
    myPortalIsLockedOut: "Account locked out",
  },
  lists: { roles: "Roles" },
  kinds: { telephone: "phone", mobile: "phone", email: "email", confirmEmail: "email" },
  button: "Save Contact",
  perhapsSavedAdvice: `${PERHAPS_SAVED_ADVICE} You'll see it in Manage Contacts.`,
  required: ["addressId"],
  showAt: { myPortalRole: "roles" },
  derive: ({ roles }, { hiddenRoleSum = 0 }: ContactFacts) => ({
    myPortalRole: sumRoleIds(roles) + hiddenRoleSum,
  }),
});

/** For a contact that doesn't exist yet. */
export const newContactForm = { ...contactForm, button: "Save New Contact" };
