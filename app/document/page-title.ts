import type { MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse } from "@remix-run/react";
import type { RootData } from "./root-data.ts";

/** 'Customer Portal - Invoices', after 'Error: ' if the page shows errors. */
export function pageTitle(page: string | ((data: unknown) => string)): MetaFunction {
  return ({ matches, data, error }) => {
    const title = typeof page === "string" ? page : page(data);
    const { refused } = (data as { form?: { refused?: boolean } } | null | undefined)?.form ?? {};
    return [{ title: `${error || refused ? "Error: " : ""}${appTitleOf(matches)} - ${title}` }];
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
