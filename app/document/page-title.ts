import type { MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse } from "@remix-run/react";
import type { RootData } from "./root-data.ts";

interface Shown {
  /** The page's own title, if it depends on the data. */
  readonly title?: string;
  readonly form?: { readonly refused?: boolean };
  /** What the page is about, often a list's row. */
  readonly row?: { readonly name?: string };
}

/**
 * 'Customer Portal - Invoices', after 'Error: ' if the page shows errors. A page about one object ends with its name:
 * 'Customer Portal - Edit Contact - Bronwen Robson'. This is automatic if the page's data has a list's `row`, and its `title` replaces a fixed `page`.
 */
export function pageTitle(
  page: string | ((data: unknown) => string | readonly (string | undefined)[]),
): MetaFunction {
  return ({ matches, data, error }) => {
    const { title, form, row } = (data ?? {}) as Shown;
    const titles = typeof page === "string" ? [title ?? page, row?.name] : page(data);
    const prefix = error || form?.refused ? "Error: " : "";
    return [{ title: prefix + [appTitleOf(matches), titles].flat().filter(Boolean).join(" - ") }];
  };
}

export const errorTitle: MetaFunction = ({ matches, error }) => {
  if (error === undefined || error === null) return [];
  const page = isRouteErrorResponse(error) ? (error.data as { heading?: string } | null) : null;
  const fallback =
    isRouteErrorResponse(error) && error.status === 404 ? "Page Not Found" : "Something went wrong";
  return [{ title: `${appTitleOf(matches)} - ${page?.heading ?? fallback}` }];
};

function appTitleOf(matches: Parameters<MetaFunction>[0]["matches"]): string {
  const root = matches.find((match) => match.id === "root")?.data as RootData | undefined;
  return root?.appTitle ?? "Customer Portal";
}
