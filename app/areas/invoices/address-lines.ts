import type { PostalAddress } from "#app/portal-api/clients.ts";

/** An address line by line, empty lines left out. */
export function addressLines(address: PostalAddress | null | undefined): string[] {
  if (!address) return [];
  const { line1, line2, town, county, postCode } = address;
  return [line1, line2, town, county, postCode].map((line) => line.trim()).filter((line) => line !== "");
}
