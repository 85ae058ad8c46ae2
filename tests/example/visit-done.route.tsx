import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { requireCompleted } from "#app/request/completed-actions.ts";
import { requireRole } from "#app/request/require.ts";
import { DonePage } from "#app/ui/done-page.tsx";
import { paths } from "#shared/paths.ts";

export const meta = pageTitle("Visit Asked For");

export async function loader(args: LoaderFunctionArgs) {
  const { id = "" } = args.params;
  const portal = await requireRole(args, "Quotes");
  await requireCompleted(portal, "question asked", id, `/products/quotes/${id}/visit`);
  return { id };
}

export default function VisitDone() {
  const { id } = useLoaderData<typeof loader>();
  return (
    <DonePage
      title="Visit Asked For"
      fact={`Thank you. We write to you about quote ${id}.`}
      buttons={[{ to: paths.quote(id), label: `Quote ${id}` }]}
    />
  );
}
