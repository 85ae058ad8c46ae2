import { paths } from "#app/paths.ts";
import type { LoadContext } from "#server/load-context.ts";
import type { SignedInUser } from "#server/session/portal-session.ts";

type VisitContext = Pick<LoadContext, "config" | "services">;

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
const nameOf = ({ issuer = "", id }: SignedInUser) => `welcomed ${JSON.stringify([issuer, id])}`;

/**
 * Where a sign-in leads that asked for no page: customers to the welcome page until they press 'Got it', then to the
 * dashboard. Throws {@link SessionStoreUnavailable}.
 */
export async function landingOf({ config, services }: VisitContext, user: SignedInUser): Promise<string> {
  const isNew = !config.welcomeOff && user.b2c && (await services.vault.find(nameOf(user))) !== true;
  return isNew ? paths.welcome() : paths.dashboard();
}

/** Remembers that the person has pressed 'Got it', for a year after the last press. */
export async function noteWelcomed({ services }: VisitContext, user: SignedInUser): Promise<void> {
  await services.vault.change(nameOf(user), () => true, YEAR_MS);
}
