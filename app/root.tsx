import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { footerLinks } from "./areas/pages/footer-links.ts";
import { PublicError } from "./areas/pages/public-error.tsx";
import { usePageContext } from "./request/page-context.ts";
import { errorTitle } from "./request/page-title.ts";
import { cookieChoiceOf, themeOf } from "./request/preferences.ts";
import { openToAnyone } from "./request/proof.ts";
import base from "./ui/base.css?url";

export const meta = errorTitle;

export const links: LinksFunction = () => [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "manifest", href: "/site.webmanifest" },
];

/** What every page needs, signed in or not. */
export function loader(args: LoaderFunctionArgs) {
  openToAnyone(args);
  const { config, cookies, session, services, allowOrigin } = args.context;
  // Every signed-in page has a Logout button, and signing out leads on to the identity provider.
  if (session.user) for (const origin of services.identity.origins) allowOrigin("form-action", origin);
  const { appTitle, environment, brandName, brandColour, statusBanner } = config;
  const choice = cookieChoiceOf({ cookies });
  if (choice === "accepted" && config.analyticsScriptUrl) {
    const { origin } = new URL(config.analyticsScriptUrl);
    for (const directive of ["script-src", "connect-src", "img-src"] as const) allowOrigin(directive, origin);
  }
  return {
    appTitle,
    brandName,
    /** The tag of a system that is not production. */
    environment: environment === "production" ? undefined : environment,
    theme: themeOf({ cookies }),
    undecidedOnCookies: choice === undefined,
    analytics: choice === "accepted" ? config.analyticsScriptUrl : undefined,
    branded: brandColour !== undefined,
    statusBanner,
    footer: footerLinks(config),
  };
}

/** The document around every page, error pages included. */
export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>("root");
  const { nonce, scripts } = usePageContext();
  return (
    <html lang="en-GB" data-theme={root?.theme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <Meta />
        {/* First of all styles: it says in which order the cascade layers of the rest count. */}
        <link rel="stylesheet" href={base} />
        <Links />
        {root?.branded && <link rel="stylesheet" href="/brand.css" />}
      </head>
      <body suppressHydrationWarning>
        {children}
        {scripts && <ScrollRestoration nonce={nonce} />}
        {scripts && <Scripts nonce={nonce} />}
        {scripts && root?.analytics && <script async nonce={nonce} src={root.analytics} />}
      </body>
    </html>
  );
}

/** What the route answers, in the document of {@link Layout}. */
export default function Root() {
  return <Outlet />;
}

/** Errors of pages without the shell, and of the shell itself. */
export function ErrorBoundary() {
  return <PublicError />;
}
