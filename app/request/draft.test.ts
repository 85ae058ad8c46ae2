import { describe, expect, it } from "vitest";
import { requireAccount } from "./require.ts";
import { post, routeArgs } from "./testing/route-args.ts";

const typed = {
  account: "1001",
  intent: "contact",
  surname: " Archer ",
  email: "",
  roles: "4",
  rowVersion: "AA",
};

describe("a post that nobody is signed in for", () => {
  it("is kept for the form's page, and the way leads to the sign-in", async () => {
    const args = routeArgs({
      request: post("/account/contacts/7", { ...typed, sortCode: "010203" }),
      apiUrl: "",
    });
    args.request.headers.set("origin", "http://portal.example");
    const thrown = await requireAccount(args).catch((error: unknown) => error);
    expect((thrown as Response).headers.get("location")).toBe("/login");
    const draft = args.context.session.takeDraft("/account/contacts/7 contact");
    expect(draft?.fields).toContainEqual(["surname", " Archer "]);
    expect(draft?.fields.map(([name]) => name)).not.toContain("sortCode");
    expect(args.context.session.takeSavedUrl()).toBe("/account/contacts/7");
  });

  it.each([
    ["comes from no page of the portal", typed],
    ["is no form of the kit", { surname: "x" }],
    ["is too long", { ...typed, surname: "x".repeat(40_000) }],
  ])("is not kept when it %s", async (reason, fields) => {
    const args = routeArgs({ request: post("/account/contacts/7", fields), apiUrl: "" });
    const origin = reason.includes("no page") ? "http://elsewhere.example" : "http://portal.example";
    args.request.headers.set("origin", origin);
    await requireAccount(args).catch(() => undefined);
    expect(args.context.session.takeDraft("/account/contacts/7 contact")).toBeUndefined();
  });
});
