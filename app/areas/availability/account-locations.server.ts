import { optionalCallOptions, tolerate, type Tolerated } from "#app/errors/tolerate.ts";
import { textLength } from "#app/limits.ts";
import { addressText, addressWithoutPostcode, listAddresses } from "#app/portal-api/addresses.ts";
import { collator } from "#app/portal-api/collator.ts";
import { addressLines, cutText, toText } from "#app/portal-api/shapes.ts";
import { currentSummary } from "#app/request/account-summary.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { hasRole } from "#app/request/roles.ts";

/** A location of the account whose fibre availability can be checked by pressing one button. */
export interface OwnLocation {
  readonly postCode: string;
  readonly name: string;
}

const MAX_LOCATIONS = 12;

/**
 * The account's own locations for a user who may see them, else its primary address. `others` counts those not
 * listed.
 */
export async function listOwnLocations(
  args: RouteArgs,
  portal: Portal,
): Promise<Tolerated<{ readonly places: readonly OwnLocation[]; readonly others: number }>> {
  const maySeeLocations = hasRole(portal.user, portal.account.clientId, "MyPortal Admin");
  return tolerate(maySeeLocations ? readLocations(portal) : primaryAddress(portal), args);
}

async function readLocations({ api }: Portal) {
  const addresses = await api.call(listAddresses, {}, optionalCallOptions);
  const withPostcode = addresses
    .map((address) => ({ address, postCode: postCodeOf(address), sortText: addressWithoutPostcode(address) }))
    .filter(({ postCode }) => postCode !== "")
    .sort((one, other) => collator.compare(one.sortText, other.sortText));
  const places = withPostcode
    .slice(0, MAX_LOCATIONS)
    .map(({ address, postCode }) => ({ postCode, name: cutText(addressText(address), textLength.title) }));
  return { places, others: withPostcode.length - places.length };
}

async function primaryAddress(portal: Portal) {
  const { address } = await currentSummary(portal);
  const postCode = address ? postCodeOf(address) : "";
  const name = cutText(addressLines(address).join(", "), textLength.title);
  return { places: postCode === "" ? [] : [{ postCode, name }], others: 0 };
}

const postCodeOf = ({ postCode }: { readonly postCode?: unknown }) => toText(postCode).trim();
