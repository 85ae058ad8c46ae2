import type { ApiCall } from "./api-tap.ts";
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
export async function withChangedQuote<T>(changes: object, during: () => Promise<T>): Promise<T> {
  const script = async ({ method, path, query, headers }: ApiCall) => {
    if (method !== "GET" || path !== "/Quote/QuoteById") return undefined;
    const { host: _, connection: __, ...forwardedHeaders } = headers as Record<string, string>;
    const reply = await fetch(`${world.provider.url}/api${path}?${query}`, { headers: forwardedHeaders });
    return { body: JSON.stringify({ ...((await reply.json()) as object), ...changes }) };
  };
  return world.api.scripted(script, during);
}
