import type { MetaFunction } from "@remix-run/node";

interface RootData {
  readonly appTitle?: string;
}

/**
 * The document's title: the application title plus the page title (spec 1 §2), with 'Error: ' before it when
 * the page came back with errors.
 */
export function titled(page: string | ((data: unknown) => string)): MetaFunction {
  return ({ matches, data, error }) => {
    const root = matches.find((match) => match.id === "root")?.data as RootData | undefined;
    const appTitle = root?.appTitle ?? "Customer Portal";
    const title = typeof page === "string" ? page : page(data);
    return [{ title: `${error ? "Error: " : ""}${appTitle} - ${title}` }];
  };
}
