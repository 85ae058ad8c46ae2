import { remembered } from "#app/forms/conflict.server.ts";
import { formRules } from "#app/forms/form-rules.ts";
import { newOnce, ONCE_FIELD } from "#app/forms/only-once.server.ts";
import { openForm } from "#app/forms/open-form.server.ts";
import type { FormView } from "#app/forms/reply.ts";
import { suggestAddresses } from "#app/portal-api/address-lookup.ts";
import { getAddressRules, getAddressToEdit, getBlankAddress } from "#app/portal-api/addresses.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { locationForm, valuesOf } from "./location-form.ts";

/** What the location form shows. */
export interface LocationView {
  readonly form: FormView;
  readonly isNew: boolean;
  /** What is said where the address search can't be reached (spec 1 §2). */
  readonly searchUnavailable: string;
}

/** The form of a location, or with no id of a new one; one round of calls. */
export async function locationView(args: RouteArgs, portal: Portal, id?: string): Promise<LocationView> {
  const { api } = portal;
  const [address, rules] = await Promise.all([
    id === undefined ? api.call(getBlankAddress, {}) : api.call(getAddressToEdit, { params: { id } }),
    formRules(args.context, portal, getAddressRules),
  ]);
  const values = valuesOf(address);
  const hidden =
    id === undefined ? { [ONCE_FIELD]: newOnce() } : remembered(locationForm, values, address.rowVersion);
  return {
    form: openForm(args, portal, locationForm, { rules, values, hidden }),
    isNew: id === undefined,
    searchUnavailable: suggestAddresses.failure,
  };
}
