import { remembered } from "#app/forms/conflict.server.ts";
import { openForm } from "#app/forms/open-form.server.ts";
import type { FormView } from "#app/forms/reply.ts";
import { addressText } from "#app/portal-api/addresses.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import type { Option } from "#app/ui/select.tsx";
import { accountForm } from "./account-form.ts";
import { accountSource, judgingOf, valuesOf } from "./account-source.server.ts";
import { categoriesOf, type Category } from "./marketing.ts";

export interface AccountView {
  readonly form: FormView;
  readonly addresses: readonly Option[];
  readonly categories: readonly Category[];
  readonly identity: IdentityLinks;
}

/** Where password and memorable word are changed, at the identity provider. */
export interface IdentityLinks {
  readonly available: boolean;
  readonly changePassword: string | undefined;
  readonly memorableWord: string | undefined;
}

/** What Account Details shows, from one round of calls. */
export async function accountView(args: RouteArgs, portal: Portal): Promise<AccountView> {
  const source = await accountSource(args, portal);
  const { contact, addresses } = source;
  const { changePasswordUrl, memorableWordUrl } = args.context.config;
  const values = valuesOf(contact);
  const hidden = remembered(accountForm, values, contact.rowVersion);
  return {
    form: openForm(args, portal, accountForm, { ...judgingOf(source), values, hidden }),
    addresses: addresses.map((address) => ({
      value: String(address.addressId),
      label: addressText(address),
    })),
    categories: categoriesOf(contact.marketingPreferences ?? []),
    identity: {
      available: portal.user.b2c,
      changePassword: changePasswordUrl,
      memorableWord: memorableWordUrl,
    },
  };
}
