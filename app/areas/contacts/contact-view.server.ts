import { remembered } from "#app/forms/conflict.server.ts";
import { openForm } from "#app/forms/open-form.server.ts";
import type { FormView } from "#app/forms/reply.ts";
import { listAt } from "#app/grid/list-place.ts";
import { paths } from "#app/paths.ts";
import { addressText, type Address } from "#app/portal-api/addresses.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { formatDate } from "#app/ui/format.ts";
import type { Option } from "#app/ui/select.tsx";
import { judgingOf, permitsOf, valuesOf, type Permits } from "./contact-facts.ts";
import { editForm, newForm } from "./contact-form.ts";
import { placeOfRequest } from "./contact-list.ts";
import type { ContactSource } from "./contact-source.server.ts";
import { roleOptions, type RoleOption } from "./role-grants.ts";
import { statusBanner } from "./status-banner.ts";

export interface ContactView {
  readonly form: FormView;
  readonly isNew: boolean;
  readonly fullName: string;
  readonly calledName: string;
  readonly banner: string | undefined;
  readonly addresses: readonly Option[];
  readonly roles: readonly RoleOption[];
  readonly may: Permits;
  /** 'Account validated on 05/11/2024', in place of the checkbox. */
  readonly validated: string | undefined;
  readonly back: string;
}

/** What the page of a contact, or of a new one, shows. `once` names this filling-in of the form for a new contact. */
export function contactView(
  args: RouteArgs,
  portal: Portal,
  source: ContactSource,
  hidden: Readonly<Record<string, string>> = {},
): ContactView {
  const { contact, addresses, isNew } = source;
  const values = valuesOf(contact, isNew);
  const form = isNew ? newForm : editForm;
  const version = isNew ? {} : remembered(form, values, contact.rowVersion);
  return {
    form: openForm(args, portal, form, {
      ...judgingOf(source),
      values,
      hidden: { ...hidden, ...version },
    }),
    isNew,
    fullName: nameOf(source),
    calledName: values.firstNames.split(/\s+/)[0] || "this contact",
    banner: isNew ? undefined : statusBanner(contact.loginAccountStatus),
    addresses: addresses.map(toOption),
    roles: roleOptions(contact.contactRoles ?? []),
    may: permitsOf(source),
    back: listAt(paths.contacts(), placeOfRequest(args.request)),
    validated: isNew || !contact.myPortalIsValidated ? undefined : validatedText(contact),
  };
}

function validatedText({ myPortalIsValidatedDate }: ContactSource["contact"]): string {
  const date = formatDate(myPortalIsValidatedDate);
  return date ? `Account validated on ${date}` : "Account validated";
}

function nameOf({ contact }: ContactSource): string {
  const { fullName, firstNames, surname } = contact;
  return fullName?.trim() || [firstNames, surname].filter(Boolean).join(" ");
}

function toOption(address: Address): Option {
  return { value: String(address.addressId), label: addressText(address) };
}
