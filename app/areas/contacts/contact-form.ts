import { defineForm, PERHAPS_SAVED, phones, type FormValues } from "#app/forms/define-form.ts";
import type { ValidationRule } from "#app/portal-api/rules.ts";
import { sumOf } from "./role-grants.ts";

const fields = {
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
} as const;

const parameters = { min: undefined, max: undefined, ext: [], size: undefined, compareField: "" };

const lastAdministrator: ValidationRule = {
  property: "AdministratorsLeft",
  ruleName: "NumericRange",
  description:
    "This is the last administrator of the account: without one, nobody here can manage contacts and locations.",
  severity: 1,
  parameters: { ...parameters, min: 1 },
};

const onlyOffered: ValidationRule = {
  property: "RolesNotOffered",
  ruleName: "NumericRange",
  description: "Please choose from the roles that are shown.",
  severity: 0,
  parameters: { ...parameters, max: 0 },
};

export interface ContactFacts {
  readonly originalEmail: string;
  /** Sum of the held roles that the form does not show. */
  readonly hiddenRoles: number;
  readonly offeredRoles: readonly string[];
  /** Number of other administrators, given where the last one may be lost. */
  readonly otherAdministrators?: number;
  readonly administratorRole?: string;
}

export const contactForm = defineForm({
  id: "contact",
  fields,
  lists: { roles: "Roles" },
  tidy: phones,
  button: "Save Contact",
  newButton: "Save New Contact",
  perhapsSaved: `${PERHAPS_SAVED} Manage Contacts shows it.`,
  rules: [lastAdministrator, onlyOffered],
  required: ["addressId"],
  showAt: { myPortalRole: "roles", administratorsLeft: "roles", rolesNotOffered: "roles" },
  derive(values) {
    const facts = values as unknown as Partial<ContactFacts>;
    const { otherAdministrators, administratorRole = "" } = facts;
    const remains = values.roles.includes(administratorRole) && values.myPortalIsLockedOut !== "on";
    const { offeredRoles = values.roles } = facts;
    return {
      myPortalRole: sumOf(values.roles) + (facts.hiddenRoles ?? 0),
      rolesNotOffered: values.roles.filter((role) => !offeredRoles.includes(role)).length,
      ...(otherAdministrators === undefined
        ? {}
        : { administratorsLeft: otherAdministrators + Number(remains) }),
    };
  },
});

export type ContactValues = FormValues<keyof typeof fields, "roles">;
