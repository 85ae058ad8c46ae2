import { submitOrCompare } from "#app/forms/conflict.server.ts";
import { VERSION_FIELD } from "#app/forms/conflict.ts";
import { formRules } from "#app/forms/form-rules.ts";
import { ONCE_FIELD, onlyOnce } from "#app/forms/only-once.server.ts";
import { submitForm } from "#app/forms/submit-form.server.ts";
import { readListState } from "#app/grid/define-list.ts";
import { listAt, placeOf } from "#app/grid/list-place.ts";
import { paths } from "#app/paths.ts";
import {
  createAddress,
  getAddressRules,
  getAddressToEdit,
  getBlankAddress,
  updateAddress,
} from "#app/portal-api/addresses.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { locationForm, toAddress, valuesOf } from "./location-form.ts";
import { locationList } from "./location-list.ts";

/** Saves an edited location and goes back to the list; everything else comes back on the form. */
export async function saveLocation(args: RouteArgs, portal: Portal, id: string, body: FormData) {
  const { api, session, account } = portal;
  const current = () => api.call(getAddressToEdit, { params: { id } });
  return submitOrCompare(args, portal, locationForm, {
    body,
    saved: { to: listOf(args), flash: "Location updated successfully." },
    judging: async () => ({ rules: await formRules(args.context, portal, getAddressRules) }),
    async save({ values, hidden }) {
      const edited = toAddress(await current(), values, hidden(VERSION_FIELD));
      // It may be the primary address, which the account menu shows; also when the answer to the save is lost.
      session.forgetSummary(account.clientId);
      await api.call(updateAddress, { body: edited });
    },
    async latest() {
      const address = await current();
      return { values: valuesOf(address), rowVersion: address.rowVersion };
    },
  });
}

/** Adds a location, once however often the button was pressed, and goes back to the list. */
export async function addLocation(args: RouteArgs, portal: Portal, body: FormData) {
  const { api, session, account } = portal;
  return submitForm(args, portal, locationForm, {
    body,
    judging: async () => ({ rules: await formRules(args.context, portal, getAddressRules) }),
    async save({ values, hidden }) {
      const created = toAddress(await api.call(getBlankAddress, {}), values);
      session.forgetSummary(account.clientId);
      await onlyOnce(session, hidden(ONCE_FIELD), values, async () => {
        await api.call(createAddress, { body: created });
        return "";
      });
      return { to: listOf(args), flash: "Location added successfully." };
    },
  });
}

/** The list as it stood beside the form. */
function listOf({ request }: RouteArgs): string {
  return listAt(paths.locations(), placeOf(locationList, readListState(request.url, locationList)));
}
