import { useRouteLoaderData } from "@remix-run/react";
import { ButtonLink } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import type { loader as shellLoader } from "./shell.route.tsx";

/** Copies the address of this page, which names its account; without scripts it is a link. */
export function CopyLink() {
  const link = useRouteLoaderData<typeof shellLoader>("areas/shell/shell.route")?.account.link;
  if (link === undefined) return null;
  const plain = (
    <ButtonLink to={link} icon="copy" reloadDocument>
      Link to this page
    </ButtonLink>
  );
  return <CopyButton text={link} label="Copy link" otherwise={plain} />;
}
