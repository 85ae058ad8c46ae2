import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "@remix-run/react";
import type { ReactNode } from "react";
import { personTag } from "#shared/person.ts";
import { PublicFrame } from "./areas/pages/public-frame.tsx";
import { ConnectionBroken } from "./document/connection-broken.tsx";
import { usePageContext, useRefresh } from "./document/page-context.ts";
import { errorTitle } from "./document/page-title.ts";
import { rootData, useRootData } from "./document/root-data.ts";
import { ErrorContent, useErrorPage } from "./errors/error-content.tsx";
import { openToAnyone } from "./request/require.ts";
import base from "./ui/base.css?url";
import { useMissedInput } from "./ui/use-missed-input.ts";
import { usePressedButton } from "./ui/use-pressed-button.ts";
import { useRouterLinks } from "./ui/use-router-links.ts";

export const meta = errorTitle;

export const links: LinksFunction = () => [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "manifest", href: "/site.webmanifest" },
];

/** The data for every page, signed in or not. Also allows its origins in the content security policy. */
export function loader(args: LoaderFunctionArgs) {
  openToAnyone(args);
  const { session, services, allowOrigin } = args.context;
  // Logging out, from any signed-in page, redirects to the identity provider.
  if (session.user) for (const origin of services.identity.origins) allowOrigin("form-action", origin);
  const root = rootData(args.context, session.user && personTag(session.user));
  if (root.analytics) {
    const { origin } = new URL(root.analytics);
    for (const directive of ["script-src", "connect-src", "img-src"] as const) allowOrigin(directive, origin);
  }
  return root;
}

export function Layout({ children }: { children: ReactNode }) {
  const root = useRootData();
  const { nonce, scripts } = usePageContext();
  const refresh = useRefresh();
  useRouterLinks();
  const bringBackInput = useMissedInput();
  usePressedButton();
  return (
    <html lang="en-GB" ref={bringBackInput} data-theme={root?.theme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <Meta />
        {refresh && (
          <>
            <noscript>
              <meta httpEquiv="refresh" content={refresh} />
            </noscript>
            <script
              nonce={nonce}
              suppressHydrationWarning
              dangerouslySetInnerHTML={refreshByScript(refresh)}
            />
          </>
        )}
        {/* Must be the first stylesheet, because it declares the order of the cascade layers. */}
        <link rel="stylesheet" href={base} />
        <Links />
        {root?.hasBrandColour && <link rel="stylesheet" href="/brand.css" />}
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

/** The same refresh for when scripts are allowed but don't arrive, because nothing else moves on without Remix's router. */
function refreshByScript(refresh: string) {
  const [seconds, to = ""] = refresh.split("; url=");
  // Replaces the history entry, as the HTML refresh does.
  const goOn = to
    ? `location.replace(${JSON.stringify(to).replaceAll("<", "\\u003c")})`
    : "location.reload()";
  const __html = `setTimeout(()=>window.__remixRouter||${goOn},${Number(seconds)}e3)`;
  return { __html };
}

export default function Root() {
  return (
    <>
      <Outlet />
      <ConnectionBroken />
    </>
  );
}

export function ErrorBoundary() {
  const page = useErrorPage();
  return (
    <PublicFrame title={page.heading}>
      <ErrorContent page={page} />
    </PublicFrame>
  );
}
