import { describe, expect, it } from "vitest";
import type { PortalSession } from "#server/session/request-session.ts";
import { openPortal, post } from "#server/testing/route-args.ts";
import { requireAccount, requireRole } from "./require.ts";

const typed = {
  account: "1001",
  intent: "contact",
  surname: " Archer ",
  email: "",
  roles: "4",
  rowVersion: "AA",
};

/** Posts after the session has ended; returns the redirect's target and the session of the person's next sign-in. */
async function postSignedOut(fields: Readonly<Record<string, string>>, origin = "http://portal.example") {
  const browser = await openPortal({ roles: ["1001-Support"] });
  await (await browser.args("/")).context.session.end({ keepDrafts: true });
  const request = post("/account/contacts/7", fields);
  request.headers.set("origin", origin);
  const args = await browser.args(request);
  const thrown = await requireAccount(args).catch((error: unknown) => error);
  await args.context.session.commit();
  await browser.signIn();
  const { session } = (await browser.args("/")).context;
  return { location: (thrown as Response).headers.get("location"), session };
}

/** The fields of a draft. */
const draftOf = (session: PortalSession, name: string) =>
  session.kept("draft", name) as readonly (readonly [string, string])[] | undefined;

describe("a post after the session has ended", () => {
  it("is kept as a draft of its page, and redirects to the sign-in", async () => {
    const { location, session } = await postSignedOut({ ...typed, sortCode: "010203" });
    expect(location).toBe("/login");
    const draft = draftOf(session, "/account/contacts/7 contact");
    expect(draft).toContainEqual(["surname", " Archer "]);
    expect(draft?.map(([name]) => name)).not.toContain("sortCode");
    expect(session.takeSavedUrl()).toBe("/account/contacts/7");
  });

  it.each([
    ["comes from another site", typed, "http://elsewhere.example"],
    ["has no intent field", { surname: "x" }],
    ["is too long", { ...typed, surname: "x".repeat(40_000) }],
  ] as const)("is not kept when it %s", async (_, fields, origin?: string) => {
    const { session } = await postSignedOut(fields, origin);
    expect(draftOf(session, "/account/contacts/7 contact")).toBeUndefined();
  });
});

describe("a post without the page's role", () => {
  const denied = async (roles: readonly string[], origin = "http://portal.example") => {
    const browser = await openPortal({ roles, account: { clientId: "1001", name: "" } });
    const request = post("/products/quotes/7/question", typed);
    request.headers.set("origin", origin);
    const args = await browser.args(request);
    const thrown = await requireRole(args, "Quotes").catch((error: unknown) => error);
    const draft = draftOf(args.context.session, "/products/quotes/7/question contact");
    return { thrown, surname: draft?.find(([name]) => name === "surname")?.[1] };
  };

  it.each([[["1001-Orders"]], [["1002-Quotes"]]])("(%j) is refused, and kept as a draft", async (roles) => {
    expect(await denied(roles)).toMatchObject({ thrown: { init: { status: 403 } }, surname: " Archer " });
  });

  it("isn't kept when it comes from another site", async () => {
    expect((await denied(["1001-Orders"], "http://elsewhere.example")).surname).toBeUndefined();
  });
});
