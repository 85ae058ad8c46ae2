import { useRouteLoaderData } from "@remix-run/react";
import { ButtonLink } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import type { loader as shellLoader } from "./shell.route.tsx";

/** The same words with and without scripts, so that nothing moves when scripts come. */
const label = "Link to this page";

/** A button that copies the URL of this page and its account; without scripts, a link to that URL. */
export function CopyLink() {
  const link = useRouteLoaderData<typeof shellLoader>("areas/shell/shell.route")?.account.link;
  if (link === undefined) return null;
  const plainLink = (
    <ButtonLink to={link} icon="copy" reloadDocument>
      {label}
    </ButtonLink>
  );
  return <CopyButton text={link} label={label} fallback={plainLink} />;
}
