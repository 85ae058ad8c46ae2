import { clientIds } from "./people.ts";

export interface DemoAddress {
  readonly line1: string;
  readonly line2?: string;
  readonly town: string;
  readonly county?: string;
  readonly postCode: string;
  readonly notes?: string;
}

export interface DemoAccount {
  readonly clientId: string;
  readonly name: string;
  readonly emailDomain: string;
  readonly numbers: readonly string[];
  /** The first is the primary address. */
  readonly addresses: readonly DemoAddress[];
  readonly contacts: number;
  readonly tickets: number;
  readonly notifications: number;
}

/** The demo's client accounts. More than five account numbers make the portal's list collapsible. */
export const accounts: readonly DemoAccount[] = [
  {
    clientId: clientIds.harbourPine,
    name: "Harbour & Pine Ltd",
    emailDomain: "harbourpine.example",
    numbers: ["HAR001", "HAR002", "HAR003", "HAR004", "HAR005", "HAR006", "HAR007"],
    addresses: [
      {
        line1: "Quayside House",
        line2: "14 Fisher Street",
        town: "Whitby",
        county: "North Yorkshire",
        postCode: "YO21 3PU",
      },
      {
        line1: "Unit 6 Larpool Trade Park",
        town: "Whitby",
        county: "North Yorkshire",
        postCode: "YO22 4LX",
        notes: "Loading bay at the rear; ring before 08:00.",
      },
      {
        line1: "The Old Sawmill",
        line2: "Mill Lane",
        town: "Pickering",
        county: "North Yorkshire",
        postCode: "YO18 8DJ",
      },
      {
        line1: "2nd Floor, Regent Court",
        line2: "31 Albion Street",
        town: "Leeds",
        county: "West Yorkshire",
        postCode: "LS1 5AT",
        notes: "Reception signs engineers in.",
      },
      { line1: "Plot 9 Tees Gateway", town: "Middlesbrough", postCode: "TS2 1RT" },
      {
        line1: "Pine Store",
        line2: "7 Station Road",
        town: "Scarborough",
        county: "North Yorkshire",
        postCode: "YO11 1TX",
      },
    ],
    contacts: 40,
    tickets: 60,
    notifications: 45,
  },
  {
    clientId: clientIds.harbourPineRetail,
    name: "Harbour & Pine (Retail) Ltd",
    emailDomain: "harbourpine.example",
    numbers: ["HPR001", "HPR002"],
    addresses: [
      { line1: "22 Baxtergate", town: "Whitby", county: "North Yorkshire", postCode: "YO21 1BW" },
      { line1: "5 Coney Street", town: "York", postCode: "YO1 9QL" },
    ],
    contacts: 9,
    tickets: 8,
    notifications: 6,
  },
  {
    clientId: clientIds.brightwater,
    name: "Brightwater Dental Group",
    emailDomain: "brightwater.example",
    numbers: ["BRI001", "BRI002", "BRI003"],
    addresses: [
      {
        line1: "Brightwater House",
        line2: "88 Queens Road",
        town: "Brighton",
        county: "East Sussex",
        postCode: "BN1 3XE",
      },
      { line1: "3 Carfax", town: "Horsham", county: "West Sussex", postCode: "RH12 1ER" },
    ],
    contacts: 14,
    tickets: 12,
    notifications: 9,
  },
  {
    clientId: clientIds.copperfield,
    name: "Copperfield Academy Trust",
    emailDomain: "copperfield.example",
    numbers: ["COP001"],
    addresses: [
      {
        line1: "Copperfield Academy",
        line2: "School Lane",
        town: "Rochester",
        county: "Kent",
        postCode: "ME1 1SF",
      },
    ],
    contacts: 5,
    tickets: 0,
    notifications: 0,
  },
  {
    clientId: clientIds.northgate,
    name: "Northgate Logistics",
    emailDomain: "northgate.example",
    numbers: ["NOR001", "NOR002"],
    addresses: [
      {
        line1: "Northgate Distribution Centre",
        line2: "Junction Way",
        town: "Daventry",
        county: "Northamptonshire",
        postCode: "NN11 8PH",
      },
      { line1: "Dock 4, Port Road", town: "Felixstowe", county: "Suffolk", postCode: "IP11 3SY" },
    ],
    contacts: 11,
    tickets: 7,
    notifications: 4,
  },
];

export function addressRow({ line1, line2 = "", town, county = "", postCode, notes = "" }: DemoAddress) {
  return { line1, line2, town, county, post_code: postCode, notes };
}
