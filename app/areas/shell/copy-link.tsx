import { useRouteLoaderData } from "@remix-run/react";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { IconLink } from "#app/ui/icon-button.tsx";
import type { loader as shellLoader } from "./shell.route.tsx";

/** The same words with and without scripts, so that nothing moves when they load. */
const label = "Link to this page";

/** An icon button that copies this page's URL with its account or, without scripts, a link to it. */
export function CopyLink() {
  const link = useRouteLoaderData<typeof shellLoader>("areas/shell/shell.route")?.account.link;
  if (link === undefined) return null;
  const plainLink = <IconLink to={link} icon="copy" title={label} label={label} reloadDocument />;
  return <CopyButton text={link} label={label} isIcon fallback={plainLink} />;
}
