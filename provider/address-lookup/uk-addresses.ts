export interface KnownAddress {
  readonly id: string;
  readonly line1: string;
  readonly line2: string;
  readonly town: string;
  readonly county: string;
  readonly postCode: string;
}

/** Street, town, county, postcode, first house number. Real streets and well-formed postcodes; the houses are invented. */
const streets: readonly (readonly [string, string, string, string, number])[] = [
  ["Skinner Street", "Whitby", "North Yorkshire", "YO21 3AJ", 1],
  ["Church Street", "Whitby", "North Yorkshire", "YO22 4DE", 40],
  ["Falsgrave Road", "Scarborough", "North Yorkshire", "YO12 5AE", 11],
  ["Micklegate", "York", "", "YO1 6LF", 62],
  ["Park Row", "Leeds", "West Yorkshire", "LS1 5HD", 3],
  ["Call Lane", "Leeds", "West Yorkshire", "LS1 7BT", 20],
  ["Linthorpe Road", "Middlesbrough", "", "TS1 5BT", 101],
  ["Grey Street", "Newcastle upon Tyne", "", "NE1 6AE", 12],
  ["Deansgate", "Manchester", "Greater Manchester", "M3 2BW", 80],
  ["Bold Street", "Liverpool", "Merseyside", "L1 4DN", 31],
  ["Colmore Row", "Birmingham", "West Midlands", "B3 2QA", 45],
  ["Sheaf Street", "Daventry", "Northamptonshire", "NN11 4AB", 5],
  ["Hamilton Road", "Felixstowe", "Suffolk", "IP11 7BB", 66],
  ["Queens Road", "Brighton", "East Sussex", "BN1 3XE", 81],
  ["Carfax", "Horsham", "West Sussex", "RH12 1EB", 10],
  ["High Street", "Rochester", "Kent", "ME1 1LY", 130],
  ["Wind Street", "Swansea", "", "SA1 1DP", 7],
  ["Royal Mile", "Edinburgh", "", "EH1 1RE", 200],
  ["Botanic Avenue", "Belfast", "County Antrim", "BT7 1JG", 25],
  ["Whitechapel High Street", "London", "", "E1 7RA", 50],
];
const HOUSES_PER_STREET = 10;

/** Two hundred addresses; in each street some flats and a named building, so that lines differ. */
export const ukAddresses: readonly KnownAddress[] = streets.flatMap(
  ([street, town, county, postCode, first], streetIndex) =>
    Array.from({ length: HOUSES_PER_STREET }, (_, index) => {
      const house = `${first + index * 2} ${street}`;
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
