import streets from "./streets.json" with { type: "json" };

/** An address in the lookup service. */
export interface LookupAddress {
  readonly id: string;
  readonly line1: string;
  readonly line2: string;
  readonly town: string;
  readonly county: string;
  readonly postCode: string;
}

/** Street, town, county, postcode, first house number. The streets are real, but the houses are invented. */
const streetRows = streets as unknown as readonly (readonly [string, string, string, string, number])[];
const HOUSES_PER_STREET = 10;

/** 250 addresses, some near the demo accounts. Each street has a flat and a named building, so that lines vary. */
export const ukAddresses: readonly LookupAddress[] = streetRows.flatMap(
  ([street, town, county, postCode, firstHouseNumber], streetIndex) =>
    Array.from({ length: HOUSES_PER_STREET }, (_, index) => {
      const house = `${firstHouseNumber + index * 2} ${street}`;
      const building = index === 3 ? "Flat 2" : index === 6 ? `${town.split(" ")[0]} Chambers` : "";
      return {
        id: `GB-${String(streetIndex * HOUSES_PER_STREET + index + 1).padStart(4, "0")}`,
        line1: building || house,
        line2: building ? house : "",
        town,
        county,
        postCode,
      };
    }),
);
