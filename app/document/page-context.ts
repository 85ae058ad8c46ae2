import { useMatches } from "@remix-run/react";
import { createContext, useContext } from "react";
import type { PageFacts } from "#shared/page-facts.ts";

interface PageContext {
  /** For the content security policy; undefined in the browser, which hides nonces from scripts. */
  readonly nonce: string | undefined;
  /** False if the page is sent without scripts. */
  readonly scripts: boolean;
}

/** What the document knows about its own response. Set in entry.server.tsx. */
export const pageContext = createContext<PageContext>({ nonce: undefined, scripts: true });

export const usePageContext = () => useContext(pageContext);

/** The page's HTML refresh for browsers without scripts, if it has one. */
export function useRefresh(): string | undefined {
  const isWaiting = useIsWaiting();
  const refreshes = useMatches().map(({ handle, data }) =>
    (handle as PageFacts | undefined)?.refresh?.(data),
  );
  return isWaiting ? "5" : refreshes.find(Boolean);
}

export function useIsWaiting(): boolean {
  return useMatches().some(({ handle, data }) => (handle as PageFacts | undefined)?.isWaiting?.(data));
}
