import { useMatches } from "@remix-run/react";
import { createContext, useContext } from "react";

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

/** The `handle` of a page that may wait, by its loader's data: it shows the outcome itself, and asks for it again. */
export interface WaitingHandle {
  readonly isWaiting?: (data: unknown) => boolean;
}

export function useIsWaiting(): boolean {
  return useMatches().some(({ handle, data }) => (handle as WaitingHandle | undefined)?.isWaiting?.(data));
}
