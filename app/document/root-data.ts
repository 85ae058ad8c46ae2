import { useRouteLoaderData } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import type { LoadContext } from "#server/load-context.ts";
import { cookieChoiceOf, themeOf } from "./preferences.ts";

interface FooterLink {
  readonly label: string;
  readonly to: string;
}

export type RootData = ReturnType<typeof rootData>;

/** What every page needs, signed in or not. */
export function rootData({ config, cookies }: Pick<LoadContext, "config" | "cookies">) {
  const { appTitle, environment, brandName, brandColour, statusBanner } = config;
  const choice = cookieChoiceOf({ cookies });
  const links = [
    { label: "Terms & Conditions", to: config.termsUrl },
    { label: "Privacy Policy", to: config.privacyUrl },
    { label: "Cookie Policy", to: paths.cookies() },
    { label: "Complaints Procedure", to: config.complaintsUrl },
  ];
  return {
    appTitle,
    brandName,
    /** The tag of a system that is not production. */
    environment: environment === "production" ? undefined : environment,
    theme: themeOf({ cookies }),
    undecidedOnCookies: choice === undefined,
    /** The address of a script, once its cookies are accepted. */
    analytics: choice === "accepted" ? config.analyticsScriptUrl : undefined,
    branded: brandColour !== undefined,
    statusBanner,
    footer: links.filter((link): link is FooterLink => link.to !== undefined),
  };
}

/** The {@link rootData} of this document; undefined when the error is in them. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData("root") as RootData | undefined;
}
