import { listQuery, readListState } from "#app/grid/define-list.ts";
import { listAddresses } from "#app/portal-api/addresses.ts";
import type { Portal } from "#app/request/portal.ts";
import { findLocations } from "./find-locations.ts";
import { locationList } from "./location-list.ts";
import { toLocationRow, type LocationRow } from "./location-row.ts";

/** Every location that the list's address asks for, in its order: what the exports hold. */
export async function everyLocation({ api }: Portal, url: string): Promise<LocationRow[]> {
  const all = await api.call(listAddresses, {});
  const state = { ...readListState(url, locationList), page: 1, size: Math.max(1, all.length) };
  return findLocations(all, listQuery(locationList, state)).items.map(toLocationRow);
}
