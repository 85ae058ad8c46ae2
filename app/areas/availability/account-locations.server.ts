import { optionalCallOptions, tolerate, type Tolerated } from "#app/errors/tolerate.ts";
import { currentSummary } from "#app/request/account-summary.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { textLength } from "#shared/limits.ts";
import { addressText, addressWithoutPostcode, listAddresses } from "#shared/portal-api/addresses.ts";
import { collator } from "#shared/portal-api/collator.ts";
import { addressLines, cutText, trimmedText } from "#shared/portal-api/shapes.ts";
import { hasRole } from "#shared/roles.ts";

/** One of the account's locations, with a button that checks its fibre availability. */
interface AccountLocation {
  readonly postCode: string;
  readonly line1: string;
  readonly name: string;
}

export interface LocationList {
  readonly locations: readonly AccountLocation[];
  readonly moreCount: number;
}

const MAX_LOCATIONS = 12;

/** The account's locations if the person may see them, otherwise its primary address. */
export async function listAccountLocations(
  args: RouteArgs,
  portal: Portal,
): Promise<Tolerated<LocationList>> {
  const maySeeLocations = hasRole(portal.user, portal.account.clientId, "MyPortal Admin");
  return tolerate(maySeeLocations ? readLocations(portal) : readPrimaryAddress(portal), args);
}

async function readLocations({ api }: Portal) {
  const addresses = await api.call(listAddresses, {}, optionalCallOptions);
  const withPostcode = addresses
    .map((address) => ({ address, postCode: postCodeOf(address), sortText: addressWithoutPostcode(address) }))
    .filter(({ postCode }) => postCode !== "")
    .sort((a, b) => collator.compare(a.sortText, b.sortText));
  const locations = withPostcode.slice(0, MAX_LOCATIONS).map(({ address, postCode }) => ({
    postCode,
    line1: trimmedText(address.line1),
    name: cutText(addressText(address), textLength.title),
  }));
  return { locations, moreCount: addresses.length - locations.length };
}

async function readPrimaryAddress(portal: Portal) {
  const { address } = await currentSummary(portal);
  const postCode = address ? postCodeOf(address) : "";
  const name = cutText(addressLines(address).join(", "), textLength.title);
  const line1 = trimmedText(address?.line1);
  return { locations: postCode === "" ? [] : [{ postCode, line1, name }], moreCount: 0 };
}

const postCodeOf = ({ postCode }: { readonly postCode?: unknown }) => trimmedText(postCode);
