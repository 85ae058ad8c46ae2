import { clientIds } from "#provider/data/people.ts";
import { route, type Route } from "./route.ts";

/** `Order/GetMercatoRedirectUrl`: the shop's address with a ticket, or messages that say why the account has no shop. */
export function shopRoutes(url: string): Route[] {
  return [
    route("GET /Order/GetMercatoRedirectUrl", "Devices Shop", ({ clientId }) => ({
      body:
        clientId === clientIds.harbourPineRetail
          ? {
              redirectUrl: null,
              validationMessages: [
                "Your account isn't set up for Device Solutions yet.",
                "Please ask your account manager for a catalogue.",
              ],
            }
          : { redirectUrl: `${url}/device-solutions?ticket=demo`, validationMessages: [] },
    })),
  ];
}
