import type { Page, Visitor } from "./visitor.ts";
import type { World } from "./world.ts";

/** The people of the demo, by what tests call them. */
export const emails = {
  anna: "anna.archer@harbourpine.example",
  ben: "ben.osei@harbourpine.example",
  carla: "carla.mendes@brightwater.example",
  dev: "dev.patel@copperfield.example",
  ella: "ella.reid@provider.example",
  otto: "otto.lang@nowhere.example",
} as const;
export type DemoName = keyof typeof emails;

/** A browser in which this person has signed in and, where there is a choice, chosen the account. */
export async function signedIn(world: World, name: DemoName, account?: string): Promise<Visitor> {
  const visitor = world.visitor();
  await visitor.signIn(emails[name], { employee: name === "ella" });
  if (account !== undefined) await visitor.post("/switch-account", { account });
  return visitor;
}

/** Ends the session of this browser, which does not know of it. */
export async function endSession(world: World, browser: Visitor): Promise<void> {
  const other = world.visitor();
  other.setCookie("session", browser.cookie("session") ?? "");
  await other.post("/logout");
}

/** What a card of the page says, by its heading. */
export function cardText(page: Page, heading: string): string {
  const card = page.$("main h2").filter((_, element) => page.$(element).text().trim() === heading);
  return card.closest("section").text().replace(/\s+/g, " ").trim();
}
