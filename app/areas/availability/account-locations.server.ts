import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import { currentSummary } from "#app/request/account-summary.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { textLength } from "#shared/limits.ts";
import { addressText, addressWithoutPostcode, listAddresses } from "#shared/portal-api/addresses.ts";
import { collator } from "#shared/portal-api/collator.ts";
import { addressLines, cutText, trimmedText } from "#shared/portal-api/shapes.ts";
import { hasRole } from "#shared/roles.ts";

const MAX_LOCATIONS = 12;

/** The account's locations if the person may see them, otherwise its primary address. */
export async function listAccountLocations(args: RouteArgs, portal: Portal) {
  const maySeeLocations = hasRole(portal.user, portal.account.clientId, "MyPortal Admin");
  return tolerate(maySeeLocations ? readLocations(portal) : readPrimaryAddress(portal), args);
}

async function readLocations({ api }: Portal) {
  const addresses = await api.call(listAddresses, {}, optionalCallOptions);
  const withPostcode = addresses
    .map((address) => ({
      address,
      postCode: trimmedText(address.postCode),
      sortText: addressWithoutPostcode(address),
    }))
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
  const postCode = trimmedText(address?.postCode);
  const name = cutText(addressLines(address).join(", "), textLength.title);
  const line1 = trimmedText(address?.line1);
  return { locations: postCode === "" ? [] : [{ postCode, line1, name }], moreCount: 0 };
}
