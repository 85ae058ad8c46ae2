import type { ShouldRevalidateFunction } from "@remix-run/react";

/**
 * For a route with a form to export as `shouldRevalidate`: its data is loaded for another page, and when a save
 * leads back here. What nobody asked for reloads nothing: a live event, the list beside the form, a refused post.
 * A reload could fail, and a form in the middle of being filled in would go with its page (architecture §8).
 * `parts` names what makes another page of one path, e.g. `?saved`.
 */
export function whenAsked(...parts: readonly string[]): ShouldRevalidateFunction {
  return ({ currentUrl, nextUrl, formAction, actionResult }) => {
    const isElsewhere =
      currentUrl.pathname !== nextUrl.pathname ||
      parts.some((part) => currentUrl.searchParams.get(part) !== nextUrl.searchParams.get(part));
    const isOwnPost = formAction !== undefined && new URL(formAction, nextUrl).pathname === nextUrl.pathname;
    return isElsewhere || (isOwnPost && actionResult === undefined);
  };
}

/** The same for a list with a form beside it: it follows the address, whose query is the list's, and what was saved. */
export const whenMoved: ShouldRevalidateFunction = ({ currentUrl, nextUrl, formMethod, actionResult }) =>
  currentUrl.href !== nextUrl.href || (formMethod !== undefined && actionResult === undefined);
