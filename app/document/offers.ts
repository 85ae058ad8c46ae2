import type { Config } from "#server/config.ts";
import type { Part } from "#server/optional-parts.ts";
import { useRootData } from "./root-data.ts";

export function offers({ absent }: Pick<Config, "absent">, part: Part): boolean {
  return !absent.includes(part);
}

export function useOffers(part: Part): boolean {
  return offers(useRootData() ?? { absent: [] }, part);
}
