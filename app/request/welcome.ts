import { paths } from "#app/paths.ts";
import type { LoadContext } from "#server/load-context.ts";
import type { SignedInUser } from "#server/session/portal-session.ts";
import { personKeyOf } from "./person.ts";

type WelcomeContext = Pick<LoadContext, "config" | "services">;

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
const welcomedKey = (user: SignedInUser) => `welcomed ${personKeyOf(user)}`;

/** The page after a sign-in without a saved address; customers see the welcome page until 'Got it'. Throws {@link SessionStoreUnavailable}. */
export async function landingPath({ config, services }: WelcomeContext, user: SignedInUser): Promise<string> {
  const isNew = !config.welcomeOff && user.b2c && (await services.vault.find(welcomedKey(user))) !== true;
  return isNew ? paths.welcome() : paths.dashboard();
}

/** Remembers that the person has pressed 'Got it', for a year after the last press. */
export async function rememberWelcomed({ services }: WelcomeContext, user: SignedInUser): Promise<void> {
  await services.vault.change(welcomedKey(user), () => true, YEAR_MS);
}
