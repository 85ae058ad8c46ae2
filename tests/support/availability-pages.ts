import { anna } from "./anna.ts";
import type { ApiCall } from "./api-tap.ts";
import type { Page } from "./visitor.ts";
import { textsOf } from "./visitor.ts";
import { sql, world } from "./world.ts";

/** The address of the availability checker. */
export const checkerPath = "/services/availability-checker";

/** Rows of one of the provider's tables, oldest first. */
export const rowsOf = (table: "availability_events" | "availability_leads") =>
  sql(`SELECT * FROM ${table} ORDER BY 1`);

/** Empties both tables. */
export const clearChecks = () =>
  world.provider.db.exec("DELETE FROM availability_events; DELETE FROM availability_leads");

type Event = Readonly<Record<"correlationId" | "category" | "message" | "status", string>>;

/** The logged events among these calls. */
export const eventsOf = (calls: readonly ApiCall[]) =>
  calls
    .filter(({ path }) => path === "/FttpAvailabilityCheck/LogEvent")
    .map(({ body }) => JSON.parse(body) as Event);

/** Anna searches for a postcode. */
export const search = (postCode: string) => anna.post(checkerPath, { account: "1001", postCode });

/** The texts of the select's options. */
export const optionsOf = (page: Page) => textsOf(page, "select option");

/** The value of the option with this text. */
export const numberOf = (page: Page, address: string) =>
  page.$(`select option:contains('${address}')`).attr("value") ?? "no such address";

/** Searches for a postcode and submits the choice of an address. */
export async function choose(postCode: string, address: string): Promise<Page> {
  const searchPage = await anna.follow(await search(postCode));
  return anna.submit(searchPage, "main form", { address: numberOf(searchPage, address) });
}

/** Continues to the page that asks for a phone number, with the address's first product if there is one. */
export async function callbackFor(postCode: string, address: string): Promise<Page> {
  const page = await anna.follow(await choose(postCode, address));
  const order = page.$("main table a").first().attr("href");
  return order === undefined ? page : anna.get(order);
}

/** The messages in the error summary of a form. */
export const problemsOf = (page: Page) => textsOf(page, "main [role=alert] li");
