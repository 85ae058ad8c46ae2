import { findLocations } from "./find-locations.ts";
import { locationList } from "./location-list.ts";
import { type LocationRow, toLocationRow } from "./location-row.ts";
import { listQuery, readListState } from "../../grid/define-list.ts";
import { listAddresses } from "../../portal-api/addresses.ts";
import type { Portal } from "../../request/portal.ts";

/** Every location that the list's address asks for, in its order: what the exports hold. */
export async function everyLocation({ api }: Portal, url: string): Promise<LocationRow[]> {
  const all = await api.call(listAddresses, {});
  const state = { ...readListState(url, locationList), page: 1, size: Math.max(1, all.length) };
  return findLocations(all, listQuery(locationList, state)).items.map(toLocationRow);
}
