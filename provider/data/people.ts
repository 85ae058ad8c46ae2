/** A person of the demo: signs in at the identity provider and works for accounts at the portal API. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly userType: "customer" | "employee";
  readonly position: string;
  /** Role names by client id; the token carries `{clientId}-{roleName}`. */
  readonly roles: Readonly<Record<string, readonly RoleName[]>>;
  /** One line for the list of demo sign-ins: what this person is good for. */
  readonly shows: string;
}

/** Role names as the API spells them; a role's id is 2 to the power of its place here. */
export const roleNames = [
  "Quotes",
  "Orders",
  "Contracts",
  "Callouts",
  "Support",
  "Tasks",
  "Daily Summary",
  "MyPortal Admin",
  "Projects",
  "Returns",
  "Repairs",
  "Order Online",
  "MyPortal Switch Account",
  "MyPortal No Access",
  "MyPortal Pending Validation",
  "MyPortal Locked Out",
  "Devices Shop",
] as const;
export type RoleName = (typeof roleNames)[number];

export const demoPassword = "Portal-demo-1";

const everything: readonly RoleName[] = [
  "Quotes",
  "Orders",
  "Contracts",
  "Callouts",
  "Support",
  "MyPortal Admin",
  "Projects",
  "Returns",
  "MyPortal Switch Account",
  "Devices Shop",
];

/** Client ids of the demo accounts; their names and contents are in accounts.ts. */
export const clientIds = {
  harbourPine: "1001",
  harbourPineRetail: "1002",
  brightwater: "1003",
  copperfield: "1004",
  northgate: "1005",
} as const;

const { harbourPine, harbourPineRetail, brightwater, copperfield, northgate } = clientIds;

/** The people of the demo, with their roles by account (docs/scenarios.md). */
export const people: readonly Person[] = [
  {
    id: "2001",
    email: "anna.archer@harbourpine.example",
    firstName: "Anna",
    lastName: "Archer",
    userType: "customer",
    position: "Operations Director",
    roles: { [harbourPine]: everything, [harbourPineRetail]: everything },
    shows: "an administrator with two accounts",
  },
  {
    id: "2002",
    email: "ben.osei@harbourpine.example",
    firstName: "Ben",
    lastName: "Osei",
    userType: "customer",
    position: "Support Analyst",
    roles: { [harbourPine]: ["Support"] },
    shows: "a user with few roles",
  },
  {
    id: "2003",
    email: "ella.reid@provider.example",
    firstName: "Ella",
    lastName: "Reid",
    userType: "employee",
    position: "Account Manager",
    roles: Object.fromEntries(Object.values(clientIds).map((id) => [id, everything])),
    shows: "an employee (use 'Employee login'), all accounts",
  },
  {
    id: "2004",
    email: "carla.mendes@brightwater.example",
    firstName: "Carla",
    lastName: "Mendes",
    userType: "customer",
    position: "Practice Manager",
    roles: { [brightwater]: ["Orders", "Quotes", "Contracts", "MyPortal Switch Account"] },
    shows: "one account, chosen by itself",
  },
  {
    id: "2005",
    email: "dev.patel@copperfield.example",
    firstName: "Dev",
    lastName: "Patel",
    userType: "customer",
    position: "IT Manager",
    roles: {
      [copperfield]: ["Support", "Orders", "MyPortal Switch Account", "MyPortal Pending Validation"],
      [northgate]: ["Support"],
    },
    shows: "pending validation on one of two accounts",
  },
  {
    id: "2006",
    email: "nora.quinn@harbourpine.example",
    firstName: "Nora",
    lastName: "Quinn",
    userType: "customer",
    position: "Temp",
    roles: {},
    shows: "no roles: Request Access",
  },
  {
    id: "2007",
    email: "pavel.novak@harbourpine.example",
    firstName: "Pavel",
    lastName: "Novak",
    userType: "customer",
    position: "Buyer",
    roles: { [harbourPine]: ["MyPortal No Access", "MyPortal Pending Validation"] },
    shows: "not validated yet: Request Access",
  },
  {
    id: "2008",
    email: "lou.barker@harbourpine.example",
    firstName: "Lou",
    lastName: "Barker",
    userType: "customer",
    position: "Contractor",
    roles: { [harbourPine]: ["MyPortal No Access", "MyPortal Locked Out"] },
    shows: "locked out: Request Access",
  },
  {
    id: "2009",
    email: "otto.lang@nowhere.example",
    firstName: "Otto",
    lastName: "Lang",
    userType: "customer",
    position: "Director",
    roles: { "9999": ["Support", "MyPortal Switch Account"] },
    shows: "roles, but no account is found",
  },
];

export function rolesClaim(person: Person): string[] {
  return Object.entries(person.roles).flatMap(([clientId, names]) =>
    names.map((name) => `${clientId}-${name}`),
  );
}
