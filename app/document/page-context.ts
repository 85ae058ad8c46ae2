import { useMatches } from "@remix-run/react";
import { createContext, useContext } from "react";
import type { PageFacts } from "./page-facts.ts";

export interface PageContext {
  /** Nonce of the content security policy; undefined in the browser, which hides nonces. */
  readonly nonce: string | undefined;
  readonly scripts: boolean;
}

/** What the document needs to know of the response that carries it; set by the server's entry. */
export const pageContext = createContext<PageContext>({ nonce: undefined, scripts: true });

export function usePageContext(): PageContext {
  return useContext(pageContext);
}

export function useIsWaiting(): boolean {
  return useMatches().some(({ handle, data }) => (handle as PageFacts | undefined)?.isWaiting?.(data));
}
