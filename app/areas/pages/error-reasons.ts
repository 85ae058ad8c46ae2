import type { ErrorPage } from "#app/errors/error-page.ts";
import type { Config } from "#server/config.ts";

const clientDetails =
  "It looks like we couldn't load your client details, the site may be temporarily down, please try again later.";

/** What /error can say; the address only carries the key, so nobody can put words on the page (spec 1 §8). */
const reasons: Readonly<Record<string, ErrorPage>> = {
  clients: {
    heading: "Something went wrong",
    message: "There was an error loading associated accounts.",
    subMessages: [clientDetails],
    action: "logout",
  },
  "clients-network": {
    heading: "The portal is temporarily unavailable",
    message: "We could not reach the service that knows your accounts.",
    subMessages: [clientDetails],
    action: "logout",
  },
  "no-clients": {
    heading: "No accounts found",
    message: "No accounts were found for your user.",
    subMessages: ["If you think this is wrong, please contact us:"],
    action: "logout",
  },
};

const general: ErrorPage = {
  heading: "Something went wrong",
  message: "Something went wrong.",
  subMessages: ["Please try again later."],
  action: "dashboard",
};

/** The page for a reason; the general one for none and for an unknown one. */
export function errorPageFor(
  reason: string | null,
  { helpDeskEmail, helpDeskPhone }: Pick<Config, "helpDeskEmail" | "helpDeskPhone">,
): ErrorPage {
  const page = (reason !== null && Object.hasOwn(reasons, reason) && reasons[reason]) || general;
  if (reason !== "no-clients") return page;
  return { ...page, subMessages: [...page.subMessages, `${helpDeskEmail}, ${helpDeskPhone}`] };
}
