import type { LoaderFunctionArgs } from "@remix-run/node";
import { matchPath, useLoaderData } from "@remix-run/react";
import { titled } from "#app/document/page-title.ts";
import { pageNotFound } from "#app/errors/error-page.ts";
import { requireAccount, requireRole } from "#app/request/require.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { plannedRoutes } from "./planned-routes.ts";

export const meta = titled((data) => (data as { title?: string } | undefined)?.title ?? "Customer Portal");

/** A screen that is not open yet: guarded as it will be, and it tells where to turn meanwhile. */
export async function loader(args: LoaderFunctionArgs) {
  const { pathname } = new URL(args.request.url);
  const planned = plannedRoutes.find(({ path }) => matchPath(`/${path}`, pathname));
  if (planned?.role) await requireRole(args, planned.role);
  else await requireAccount(args);
  if (!planned) throw pageNotFound();
  const { helpDeskEmail, helpDeskPhone } = args.context.config;
  return { title: planned.title, helpDeskEmail, helpDeskPhone };
}

export default function Planned() {
  const { title, helpDeskEmail, helpDeskPhone } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title={title} />
      <EmptyState icon="wrench">
        This part of the portal is not open yet. Until it is, our help desk does it for you:{" "}
        <a href={`mailto:${helpDeskEmail}`}>{helpDeskEmail}</a> or {helpDeskPhone}.
      </EmptyState>
    </>
  );
}
