/** Role names as the API spells them (docs/domain.md, Accounts and roles). A role's id is 2 to the power of its index here. */
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
