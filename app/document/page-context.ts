import { createContext, useContext } from "react";

/** What the document needs to know of the response that carries it. */
export interface PageContext {
  /** Nonce of the content security policy; undefined in the browser, which hides nonces. */
  readonly nonce: string | undefined;
  /** False on pages that ship no script (`handle.scripts`) and on error pages. */
  readonly scripts: boolean;
}

/** Set once by the server's entry around the document. */
export const pageContext = createContext<PageContext>({ nonce: undefined, scripts: true });

/** Nonce and scripts of this document; in the browser no nonce, for it hides them. */
export function usePageContext(): PageContext {
  return useContext(pageContext);
}
