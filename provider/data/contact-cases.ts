import type { DemoAddress } from "./accounts.ts";
import type { RoleName } from "./people.ts";

/** What is unusual about a colleague at Harbour & Pine; what is left out stays as the seed made it. */
export interface ContactCase {
  readonly salutation?: string;
  readonly firstNames?: string;
  readonly surname?: string;
  readonly position?: string;
  readonly telephone?: string;
  readonly mobile?: string;
  readonly email?: string;
  readonly notes?: string;
  readonly roles?: readonly RoleName[];
  readonly state?: "Not registered" | "New" | "Not validated" | "Locked";
  /** E-mail and roles are changed by the provider's employees only. */
  readonly isManaged?: boolean;
}

/** Contacts that a screen must be able to take, in place of ordinary colleagues. */
export const contactCases: readonly ContactCase[] = [
  {
    firstNames: "Maximiliana-Anastasia Theodora Wilhelmina",
    surname: "Featherstonehaugh-Cholmondeley-Warburton",
    position: "Group Head of Infrastructure, Telecommunications, Procurement and Special Projects (Interim)",
    email: "maximiliana-anastasia.featherstonehaugh-cholmondeley-warburton@harbourpine.example",
  },
  {
    surname: "Marlow",
    position: `<img src=x onerror="document.title='unsafe'">Buyer`,
    notes: "<script>document.title='unsafe'</script>Prefers <b>calls</b> before noon.",
  },
  { firstNames: "Una", surname: "Sumner", position: `=HYPERLINK("https://evil.example","Click")` },
  { firstNames: "+Ada", surname: "@Atkins", position: "-2+3+cmd|' /C calc'!A0" },
  { firstNames: "Faye", surname: "Nophone", telephone: "", mobile: "" },
  // Kept since before there were rules: it breaks two of them as soon as somebody saves.
  { firstNames: "Len", surname: "Legacy", telephone: "+44 (0)1947 600123", mobile: "07700" },
  { firstNames: "Ngọc Ánh", surname: "Nguyễn", salutation: "Mx" },
  { firstNames: "ليلى", surname: "حداد" },
  { firstNames: "Greta", surname: "Newcombe", state: "Not registered", roles: ["Support"] },
  { firstNames: "Hugo", surname: "Fresh", state: "New", roles: ["Support", "Orders"] },
  {
    firstNames: "Vera",
    surname: "Waiting",
    state: "Not validated",
    roles: ["Orders", "MyPortal No Access", "MyPortal Pending Validation"],
  },
  {
    firstNames: "Luca",
    surname: "Shutt",
    state: "Locked",
    roles: ["Support", "MyPortal No Access", "MyPortal Locked Out"],
  },
  {
    firstNames: "Tess",
    surname: "Daley",
    position: "Finance Director",
    roles: ["Orders", "Tasks", "Daily Summary", "Repairs", "Order Online"],
  },
  { firstNames: "Hal", surname: "Hiddenroles", roles: ["Tasks", "Repairs"] },
  {
    firstNames: "Marta",
    surname: "Managed",
    position: "Chief Executive",
    isManaged: true,
    roles: ["Orders", "Quotes", "Daily Summary"],
  },
  { firstNames: "Piers", surname: "Proctor", position: "Company Secretary", isManaged: true },
  {
    firstNames: "Dev",
    surname: "Everything",
    roles: ["Quotes", "Orders", "Contracts", "Callouts", "Support"],
  },
];

/** Further locations of Harbour & Pine: what a list, a form and an export must be able to take. */
export const addressCases: readonly DemoAddress[] = [
  {
    line1: "Harbour & Pine Design Studio, Rooms 101 to 148 and the Mezzanine above the Boat Hall",
    line2: "The Former Royal National Lifeboat Institution Workshops, Pier Road, Tate Hill",
    town: "Robin Hood's Bay",
    county: "North Yorkshire",
    postCode: "YO22 4SJ",
    notes:
      "Deliveries over the slipway at low tide only. The gate code changes on the first of each month: ask the harbour office. Parking for two vans beside the boat hall, none on the pier. Please wear a high-visibility vest beyond the yellow line; the crane has right of way.",
  },
  {
    line1: "12 Silver Street",
    town: "Whitby",
    county: "North Yorkshire",
    postCode: "YO21 3BU",
    notes: "<script>document.title='unsafe'</script><b>Ring twice</b> & wait.",
  },
  {
    line1: "Kiosk 3, Market Place",
    town: "Malton",
    postCode: "YO17 7LX",
    notes: `=HYPERLINK("https://evil.example","Site plan")`,
  },
  { line1: "Unit 11 Derwent Mill", line2: "Commercial Street", town: "Norton", postCode: "YO17 9ES" },
  { line1: "Apartment 4, 19 The Crescent", town: "Filey", county: "North Yorkshire", postCode: "YO14 9JR" },
  { line1: "Goathland Timber Yard", town: "Goathland", county: "North Yorkshire", postCode: "YO22 5AN" },
];
