import type { MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse } from "@remix-run/react";
import type { RootData } from "./root-data.ts";

/** What a loader with a form returns, as far as the title goes. */
interface FormData {
  readonly form?: { readonly refused?: boolean };
}

/**
 * The document's title: the application title plus the page title, with 'Error: ' before it when the page came back
 * with errors.
 */
export function titled(page: string | ((data: unknown) => string)): MetaFunction {
  return ({ matches, data, error }) => {
    const title = typeof page === "string" ? page : page(data);
    const { refused } = (data as FormData | null | undefined)?.form ?? {};
    return [{ title: `${error || refused ? "Error: " : ""}${appTitleOf(matches)} - ${title}` }];
  };
}

/**
 * For the routes that catch errors: the page that is thrown takes the place of the one that was asked for, and
 * its title, too. The page's own title stands where nothing was thrown.
 */
export const errorTitle: MetaFunction = ({ matches, error }) => {
  if (error === undefined || error === null) return [];
  const page = isRouteErrorResponse(error) ? (error.data as { heading?: string } | null) : null;
  const fallback =
    isRouteErrorResponse(error) && error.status === 404 ? "Page Not Found" : "Something went wrong";
  return [{ title: `${appTitleOf(matches)} - ${page?.heading ?? fallback}` }];
};

function appTitleOf(matches: Parameters<MetaFunction>[0]["matches"]): string {
  const root = matches.find((match) => match.id === "root")?.data as Partial<RootData> | undefined;
  return root?.appTitle ?? "Customer Portal";
}
