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
