import type { DemoAddress } from "./accounts.ts";

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
