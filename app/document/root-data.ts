import { useRouteLoaderData } from "@remix-run/react";
import type { LoadContext } from "#server/load-context.ts";
import { paths } from "#shared/paths.ts";
import { cookieChoiceOf, themeOf } from "./preferences.ts";

export type RootData = ReturnType<typeof rootData>;

export function rootData(
  { config, cookies, session }: Pick<LoadContext, "config" | "cookies" | "session">,
  person: string | undefined,
) {
  const { appTitle, environment, brandName, brandColour, statusBanner } = config;
  const choice = cookieChoiceOf({ config, cookies });
  const links = [
    { label: "Terms & Conditions", to: config.termsUrl },
    { label: "Privacy Policy", to: config.privacyUrl },
    { label: "Cookie Policy", to: paths.cookies() },
    { label: "Complaints Procedure", to: config.complaintsUrl },
    { label: "Service status", to: config.absent.includes("status") ? undefined : paths.status() },
  ];
  return {
    /** The person that the page is shown to, and the account it's about. */
    person,
    account: session.account?.clientId,
    accountChosenAt: session.account?.chosenAt ?? 0,
    appTitle,
    brandName,
    environment: environment === "production" ? undefined : environment,
    theme: themeOf({ config, cookies }),
    undecidedOnCookies: choice === undefined,
    analytics: choice === "accepted" ? config.analyticsScriptUrl : undefined,
    hasBrandColour: brandColour !== undefined,
    statusBanner,
    absent: config.absent,
    footer: links.flatMap(({ label, to }) => (to === undefined ? [] : [{ label, to }])),
  };
}

/** The root loader's data; undefined if it failed. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData("root") as RootData | undefined;
}
