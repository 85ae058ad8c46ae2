import type { Page, Visitor } from "./visitor.ts";
import type { World } from "./world.ts";

/** The email addresses of demo people, by the names that tests use. */
export const emails = {
  anna: "anna.archer@harbourpine.example",
  ben: "ben.osei@harbourpine.example",
  carla: "carla.mendes@brightwater.example",
  dev: "dev.patel@copperfield.example",
  ella: "ella.reid@provider.example",
  otto: "otto.lang@nowhere.example",
} as const;
export type DemoName = keyof typeof emails;

/** Where a sign-in leads. */
const landings = ["/dashboard", "/switch-account"];

/** A visitor who's signed in and, with `account`, chosen the account, before they open a page. */
export async function signedIn(world: World, name: DemoName, account?: string): Promise<Visitor> {
  const visitor = world.visitor();
  await visitor.signIn(emails[name], { employee: name === "ella", upTo: landings });
  if (account !== undefined) await visitor.post("/switch-account", { account });
  return visitor;
}

/** Ends a visitor's session from another browser, so that the visitor still has its cookie. */
export async function endSession(world: World, browser: Visitor): Promise<void> {
  const other = world.visitor();
  other.setCookie("session", browser.cookie("session") ?? "");
  await other.post("/logout");
}

/** Signs Anna in again at account 1001 after her session has ended; the identity provider asks for the password. */
export async function signInAgain(visitor: Visitor): Promise<void> {
  visitor.clearCookiesOf("127.0.0.1");
  await visitor.signIn(emails.anna);
  await visitor.post("/switch-account", { account: "1001" });
}

/** The text of the card with this heading. */
export function cardText(page: Page, heading: string): string {
  const card = page.$("main h2").filter((_, element) => page.$(element).text().trim() === heading);
  return card.closest("section").text().replace(/\s+/g, " ").trim();
}
