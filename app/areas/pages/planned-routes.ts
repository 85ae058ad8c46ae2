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
  ...group(undefined, [
    ["services/line-faults", "Run a Line Test"],
    ["services/line-faults/error", "Line Checker Error"],
    ["services/line-faults/:id", "Line Checker Results"],
    ["services/line-faults/:id/engineer-appointment", "Book an engineer appointment"],
    ["services/line-faults/:id/collect-data", "Confirm Site Details"],
    ["services/line-faults/:id/success", "Success"],
    ["services/availability-checker", "FTTP Availability Checker"],
    ["services/availability-checker/product-availability", "FTTP Availability Checker"],
    ["services/availability-checker/request-callback", "FTTP Availability Checker"],
    ["services/availability-checker/confirm", "FTTP Availability Checker"],
  ]),
  ...group("Devices Shop", [["shop/devices", "Devices Shop"]]),
];
