import { changing } from "./changed-answers.ts";
import type { Page } from "./visitor.ts";
import { textsOf } from "./visitor.ts";
import { world } from "./world.ts";

/** The list of quotes. */
export const QUOTES_PATH = "/products/quotes";
/** The texts of the buttons in the page's header. */
export const buttonsOf = (page: Page) => textsOf(page, "main header a");

/** The id of the quote whose details begin with this text. */
export function idOf(details: string): string {
  const find = world.provider.db.prepare("SELECT quote_id FROM quotes WHERE details LIKE ?");
  return String(find.get(`${details}%`)?.["quote_id"]);
}
/** The address of that quote. */
export const pathOf = (details: string) => `${QUOTES_PATH}/${idOf(details)}`;

/** Runs `during` with these changes to the API's answers about a quote. */
export const withChangedQuote = <T>(changes: object, during: () => Promise<T>) =>
  world.api.scripted(
    changing((body, { path }) => (path === "/Quote/QuoteById" ? { ...(body as object), ...changes } : body)),
    during,
  );
