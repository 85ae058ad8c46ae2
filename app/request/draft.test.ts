import { describe, expect, it } from "vitest";
import { openPortal, post } from "#server/testing/route-args.ts";
import { requireAccount } from "./require.ts";

const typed = {
  account: "1001",
  intent: "contact",
  surname: " Archer ",
  email: "",
  roles: "4",
  rowVersion: "AA",
};

/** Posts once the session has ended: where that leads to, and the session of the same person's next sign-in. */
async function postTooLate(fields: Readonly<Record<string, string>>, origin = "http://portal.example") {
  const browser = await openPortal({ roles: ["1001-Support"] });
  await (await browser.args("/")).context.session.end({ keepDrafts: true });
  const request = post("/account/contacts/7", fields);
  request.headers.set("origin", origin);
  const args = await browser.args(request);
  const thrown = await requireAccount(args).catch((error: unknown) => error);
  await args.context.session.commit();
  await browser.signIn();
  const { session } = (await browser.args("/")).context;
  return { place: (thrown as Response).headers.get("location"), session };
}

describe("a post that nobody is signed in for", () => {
  it("is kept for the form's page, and the way leads to the sign-in", async () => {
    const { place, session } = await postTooLate({ ...typed, sortCode: "010203" });
    expect(place).toBe("/login");
    const draft = session.takeDraft("/account/contacts/7 contact");
    expect(draft?.fields).toContainEqual(["surname", " Archer "]);
    expect(draft?.fields.map(([name]) => name)).not.toContain("sortCode");
    expect(session.takeSavedUrl()).toBe("/account/contacts/7");
  });

  it.each([
    ["comes from no page of the portal", typed, "http://elsewhere.example"],
    ["is no form of the kit", { surname: "x" }],
    ["is too long", { ...typed, surname: "x".repeat(40_000) }],
  ] as const)("is not kept when it %s", async (_, fields, origin?: string) => {
    const { session } = await postTooLate(fields, origin);
    expect(session.takeDraft("/account/contacts/7 contact")).toBeUndefined();
  });
});
