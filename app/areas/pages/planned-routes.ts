import type { RoleName } from "#app/request/roles.ts";

/** A screen of the site map that is guarded already and says where to turn until it is built. */
export interface PlannedRoute {
  readonly path: string;
  readonly title: string;
  readonly role?: RoleName;
}

const group = (
  role: RoleName | undefined,
  screens: readonly (readonly [path: string, title: string])[],
): PlannedRoute[] => screens.map(([path, title]) => ({ path, title, ...(role ? { role } : {}) }));

export const plannedRoutes: readonly PlannedRoute[] = [
  ...group("Support", [
    ["tickets", "Tickets"],
    ["tickets/new", "New Customer Service Ticket"],
    ["tickets/confirmation", "Saved"],
    ["tickets/:id", "Tickets"],
  ]),
];
