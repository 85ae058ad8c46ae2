import { useRouteLoaderData } from "@remix-run/react";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { IconLink } from "#app/ui/icon-button.tsx";
import type { loader as shellLoader } from "./shell.route.tsx";

/** The same words with and without scripts, so that nothing moves when scripts come. */
const label = "Link to this page";

/** An icon button that copies the URL of this page and its account; without scripts, a link to that URL. */
export function CopyLink() {
  const link = useRouteLoaderData<typeof shellLoader>("areas/shell/shell.route")?.account.link;
  if (link === undefined) return null;
  const plainLink = <IconLink to={link} icon="copy" title={label} label={label} reloadDocument />;
  return <CopyButton text={link} label={label} isIcon fallback={plainLink} />;
}
