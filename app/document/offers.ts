import type { Config } from "#server/config.ts";
import type { Part } from "#server/optional-parts.ts";
import { useRootData } from "./root-data.ts";

/** Whether this provider brings the part. */
export function offers({ absent }: Pick<Config, "absent">, part: Part): boolean {
  return !absent.includes(part);
}

/** {@link offers} in a component. */
export function useOffers(part: Part): boolean {
  return offers(useRootData() ?? { absent: [] }, part);
}
