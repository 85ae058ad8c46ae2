import { menuPagesFor } from "#app/areas/shell/navigation.ts";
import { offers } from "#app/document/offers.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import type { LoadContext } from "#server/load-context.ts";
import type { SignedInUser } from "#server/session/portal-session.ts";
import { paths } from "#shared/paths.ts";
import { personRecords } from "#shared/person.ts";

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** What a customer can do here; undefined once they've pressed 'Got it'. Throws {@link SessionStoreUnavailable}. */
export async function welcomeView({ context }: RouteArgs, { user, account }: Portal) {
  const { config, services } = context;
  if (!user.b2c || (await services.records.find(personRecords.welcomed(user))) === true) return undefined;
  return {
    pages: menuPagesFor(user, account.clientId, context)
      // Leaves out the dashboard itself and what its first card offers.
      .filter(({ to }) => to !== paths.dashboard() && to !== paths.switchAccount())
      .map(({ title, tooltip, icon, to }) => ({ title, detail: tooltip, icon, to })),
    isLive: offers(config, "live"),
  };
}

/** Remembers for a year that someone has pressed 'Got it'. */
export const rememberWelcomed = ({ services }: LoadContext, user: SignedInUser) =>
  services.records.change(personRecords.welcomed(user), () => true, YEAR_MS);
