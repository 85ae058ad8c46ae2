import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { forward, type Script } from "../support/api-tap.ts";
import { ContactPages, type ContactRow } from "../support/contact-pages.ts";
import { emails, signedIn } from "../support/signed-in.ts";
import type { Visitor } from "../support/visitor.ts";
import { sql, world } from "../support/world.ts";

startWithAnna();
let pages: ContactPages;
let original: ContactRow;
beforeAll(() => {
  pages = new ContactPages(world, anna);
  original = pages.row("Ben");
});
afterEach(() => {
  const { email, portal_role: role, is_locked_out: isLockedOut, contact_id: id } = original;
  sql`UPDATE contacts SET email = ${String(email)}, portal_role = ${role}, is_locked_out = ${Number(isLockedOut)}
    WHERE contact_id = ${id}`;
});

const save = async (typed: Readonly<Record<string, string>>, by = pages) =>
  (await by.save(await by.open("Ben"), { ...typed, isSaveConfirmed: "true" })).status;
const withEmail = (email: string) => ({ email, confirmEmail: email });
const lockOut = (by = pages) => save({ myPortalIsLockedOut: "on" }, by);
/** Where a page sends this person, if anywhere. */
const sentTo = async (person: Visitor) => (await person.get("/account/sessions")).location;

describe("'Account locked out' ends the sessions", () => {
  it("that began with an email address which the contact has had since", async () => {
    const ben = await signedIn(world, "ben");
    expect(await save(withEmail("b.osei@harbourpine.example"))).toBe(303);
    expect(await save(withEmail("leaver@harbourpine.example"))).toBe(303);
    expect(await sentTo(ben)).toBeUndefined();
    expect(await lockOut()).toBe(303);
    expect(await sentTo(ben)).toBe("/login");
  });

  it("also where nobody heard that the address was changed", async () => {
    const ben = await signedIn(world, "ben");
    const lose: Script = async (call) => {
      if (call.method !== "PUT") return undefined;
      await forward(call, `${world.provider.url}/api`);
      return { isReset: true };
    };
    expect(await world.api.scripted(lose, () => save(withEmail("unheard@harbourpine.example")))).toBe(503);
    expect(pages.row("Ben")["email"]).toBe("unheard@harbourpine.example");
    // Another browser, whose form isn't what was typed here.
    const other = new ContactPages(world, await signedIn(world, "anna", "1001"));
    expect(await lockOut(other)).toBe(303);
    expect(await sentTo(ben)).toBe("/login");
  });

  it("of no employee whose address the contact was given", async () => {
    const ella = await signedIn(world, "ella", "1001");
    const { contact_id: contactId } = original;
    sql`UPDATE contacts SET email = ${emails.ella} WHERE contact_id = ${contactId}`;
    // An API that takes any address, as the embedded one doesn't.
    const take: Script = ({ method }) =>
      method === "PUT" ? { body: JSON.stringify({ contactId }) } : undefined;
    expect(await world.api.scripted(take, () => lockOut())).toBe(303);
    expect(await sentTo(ella)).toBeUndefined();
  });
});
