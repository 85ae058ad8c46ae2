import { describe, expect, it, vi } from "vitest";
import { requireAccount } from "#app/request/require.ts";
import type { PortalSession } from "#server/session/request-session.ts";
import { openPortal, post, routeArgs } from "#server/testing/route-args.ts";
import { PortalApiError, type FailureKind } from "#shared/portal-api/errors.ts";
import { defineForm } from "./define-form.ts";
import { openForm } from "./open-form.server.ts";
import { answerPost, definePost, type NextPage, type Posted } from "./post.server.ts";
import type { FormReply, RefusedReply } from "./reply.ts";
import { rule } from "./testing/rule.ts";

const form = defineForm({
  id: "contact",
  fields: { surname: "Surname", email: "Email", pin: "PIN" },
  lists: { roles: "Roles" },
  button: "Save Contact",
  derive: ({ roles }) => ({ myPortalRole: roles.length }),
  showAt: { myPortalRole: "roles" },
  otherNames: ["cardNumber"],
});
const rules = [
  rule("Surname", "Required", { description: "Surname is required." }),
  rule("MyPortalRole", "ContactWithNoRolesWarning", { severity: 1, description: "No roles." }),
];
const typed = {
  account: "1001",
  intent: "contact",
  surname: " Archer ",
  email: "",
  roles: "4",
  rowVersion: "AA",
};
const account = { clientId: "1001", name: "Harbour & Pine" };

type Fields = Readonly<Record<string, string>>;
type Save = (posted: Posted<undefined>) => Promise<NextPage>;

/** The fields of a draft. */
const draftOf = (session: PortalSession, name: string) =>
  session.kept("draft", name) as readonly (readonly [string, string])[] | undefined;

/** Posts the fields; returns the answer and what was passed to `save`. */
async function submit(
  fields: Fields,
  save: Save = async () => ({ to: "/done", flash: "Saved." }),
  beforeJudging?: () => Promise<unknown>,
  draft?: readonly (readonly [string, string])[],
) {
  const browser = await openPortal({ roles: ["1001-Orders"], account });
  const args = await browser.args(post("/account/contacts/7", fields));
  const portal = await requireAccount(args);
  if (draft) portal.session.keep("draft", "/account/contacts/7 contact", draft);
  const saved: Posted<undefined>[] = [];
  const contact = definePost({
    form,
    ruleContext: async () => {
      await beforeJudging?.();
      return { rules };
    },
    fixed: () => ({ email: "fixed@example.com" }),
    save: (posted) => {
      saved.push(posted);
      return save(posted);
    },
  });
  const answer = await answerPost(contact, { args, portal });
  const formReply: FormReply | undefined = "data" in answer ? answer.data : undefined;
  const reply = formReply as RefusedReply | undefined;
  const status = "data" in answer ? answer.init?.status : answer.status;
  return { browser, args, portal, answer, reply, status, saved };
}

const failing =
  (kind: FailureKind, more: Partial<ConstructorParameters<typeof PortalApiError>[0]> = {}) =>
  async (): Promise<never> => {
    throw new PortalApiError({
      kind,
      message: "There was an error updating the contact.",
      call: "PUT x",
      ...more,
    });
  };

describe("submitting a form", () => {
  it("saves a valid form once, stores the flash and redirects with 303", async () => {
    const { answer, saved, portal, browser } = await submit(typed);
    expect(answer).toMatchObject({ status: 303 });
    expect((answer as unknown as Response).headers.get("location")).toBe("/done");
    await portal.session.commit();
    const next = (await browser.args("/done")).context.session;
    expect(next.takeFlashes()).toEqual([{ tone: "success", text: "Saved." }]);
    expect(saved).toHaveLength(1);
    expect(saved[0]).toMatchObject({
      values: { surname: "Archer", email: "fixed@example.com", pin: "", roles: ["4"] },
    });
    expect(saved[0]?.texts["rowVersion"]).toBe("AA");
  });

  it("answers 400 with the typed values, and saves nothing", async () => {
    const { status, reply, saved } = await submit({ ...typed, surname: "" });
    expect(status).toBe(400);
    expect(saved).toEqual([]);
    expect(reply?.form).toBe("contact");
    expect(reply?.result.error).toEqual({
      surname: [{ severity: "error", text: "Surname is required.", rule: "Required" }],
    });
    expect(reply?.result.initialValue).toMatchObject({ roles: "4", rowVersion: "AA" });
  });

  it("asks for a second press for a warning, and passes the confirmation to the save", async () => {
    const { roles: _, ...noRoles } = typed;
    const first = await submit(noRoles);
    expect(first.status).toBe(400);
    expect(first.saved).toEqual([]);
    const second = await submit({ ...noRoles, isSaveConfirmed: "true" });
    expect(second.status).toBe(303);
    expect(second.saved[0]?.texts["isSaveConfirmed"]).toBe("true");
  });

  it("shows the API's broken rules at their fields, or in the summary if the form has no such field", async () => {
    const brokenRules = [
      { property: "Surname", ruleName: "Taken", description: "", severity: 0 },
      { property: "Surname", ruleName: "Short", description: "Too short.", severity: 0 },
      { property: "MyPortalRole", ruleName: "Last", description: "Nobody would be left.", severity: 1 },
      { property: "Planet", ruleName: "Wrong", description: "Wrong planet.", severity: 0 },
      { property: "Email", ruleName: "MarketingPreferencesWarning", description: "Mind.", severity: 0 },
    ];
    const { status, reply } = await submit(typed, failing("rejected", { brokenRules }));
    expect(status).toBe(400);
    expect(reply?.result.error).toEqual({
      surname: [
        { severity: "error", text: "Value is invalid", rule: "Taken" },
        { severity: "error", text: "Too short.", rule: "Short" },
      ],
      roles: [{ severity: "warning", text: "Nobody would be left.", rule: "Last" }],
      email: [{ severity: "warning", text: "Mind.", rule: "MarketingPreferencesWarning" }],
      "": [{ severity: "error", text: "Wrong planet.", rule: "Wrong" }],
    });
  });

  it("shows the API's text if the API names no rule", async () => {
    const { reply } = await submit(typed, failing("rejected", { serverText: "Not on a Sunday." }));
    expect(reply?.result.error).toEqual({
      "": [{ severity: "error", text: "Not on a Sunday.", rule: "server" }],
    });
  });

  it("shows the API's text for a conflict that can't be compared", async () => {
    const serverText = "This contact was changed by another user.";
    const { status, reply } = await submit(typed, failing("conflict", { serverText }));
    expect(status).toBe(409);
    expect(reply?.result.error?.[""]).toEqual([{ severity: "error", text: serverText, rule: "server" }]);
    expect(reply?.isConflict).toBe(true);
  });

  it.each([
    ["network", 503],
    ["timeout", 504],
    ["failed", 502],
    ["malformed", 502],
  ] as const)("keeps a draft if the API call fails and has perhaps saved: %s", async (kind, expected) => {
    const { args, portal, status, reply } = await submit({ ...typed, cardNumber: "4111" }, failing(kind));
    expect(status).toBe(expected);
    expect(reply?.failure).toEqual({
      text: "There was an error updating the contact.",
      perhapsSaved: true,
      reference: "request-1",
    });
    const draft = draftOf(portal.session, "/account/contacts/7 contact");
    expect(draft).toContainEqual(["surname", " Archer "]);
    expect(draft?.map(([name]) => name)).not.toContain("cardNumber");
    expect(args.context.session).toBe(portal.session);
  });

  it("is certain that nothing was saved if the API couldn't be reached", async () => {
    const cause = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
    const { status, reply } = await submit(typed, failing("network", { cause }));
    expect([status, reply?.failure?.perhapsSaved]).toEqual([503, false]);
  });

  it.each([
    ["forbidden", 403, "Requested action is forbidden."],
    ["notFound", 404, "We couldn't find what you requested."],
  ] as const)("keeps a draft if the API refuses the call: %s", async (kind, expected, text) => {
    const { portal, status, reply } = await submit(typed, failing(kind));
    expect(status).toBe(expected);
    expect(reply?.result.error?.[""]).toEqual([{ severity: "error", text, rule: "server" }]);
    expect(reply?.result.initialValue).toMatchObject({ surname: " Archer ", rowVersion: "AA" });
    expect(reply?.failure).toEqual({ text, perhapsSaved: false });
    expect(draftOf(portal.session, "/account/contacts/7 contact")).toBeDefined();
  });

  it("keeps a draft if the rules can't be loaded", async () => {
    const { portal, status, reply, saved } = await submit(typed, undefined, failing("failed"));
    expect(status).toBe(502);
    expect(saved).toEqual([]);
    expect(reply?.result.initialValue).toMatchObject({ surname: " Archer ", roles: "4", rowVersion: "AA" });
    expect(reply?.failure).toMatchObject({ perhapsSaved: false, reference: "request-1" });
    expect(draftOf(portal.session, "/account/contacts/7 contact")).toBeDefined();
  });

  it("loads nothing for a post of another shape", async () => {
    const load = vi.fn(async () => undefined);
    expect((await submit({ ...typed, isAdmin: "true" }, undefined, load)).status).toBe(400);
    expect(load).not.toHaveBeenCalled();
  });

  it("throws the API's 401", async () => {
    await expect(submit(typed, failing("unauthorised"))).rejects.toMatchObject({ kind: "unauthorised" });
  });

  it("deletes the draft of the account that it saves for, and no other", async () => {
    const otherDraft = [["account", "1002"]] as const;
    const { portal } = await submit(typed, async () => ({ to: "/done" }), undefined, otherDraft);
    expect(draftOf(portal.session, "/account/contacts/7 contact")).toEqual(otherDraft);
    const ownDraft = [["account", "1001"]] as const;
    const after = await submit(typed, async () => ({ to: "/done" }), undefined, ownDraft);
    expect(draftOf(after.portal.session, "/account/contacts/7 contact")).toBeUndefined();
  });

  it("answers 409 to a form of another account", async () => {
    await expect(submit({ ...typed, account: "1002" })).rejects.toMatchObject({ init: { status: 409 } });
  });
});

describe("field names that the form library would read as its own", () => {
  const nested = ["surname[1000000]", "x[1000000]", "a.a.a.a", `a${"[0]".repeat(3000)}`];
  it.each([...nested, "__intent__", "__state__"])("are refused: %s", async (name) => {
    const { status, reply, saved } = await submit({ ...typed, [name]: "junk" });
    expect([status, saved]).toEqual([400, []]);
    expect(JSON.stringify(reply).length).toBeLessThan(5_000);
  });
});

describe("opening a form", () => {
  const open = async (drafts: readonly Fields[], path = "/account/contacts/7", navigation = true) => {
    const args = await routeArgs({ request: path, apiUrl: "", roles: ["1001-Orders"], account });
    Object.assign(args.context, { navigation });
    const portal = await requireAccount(args);
    for (const draft of drafts)
      portal.session.keep("draft", "/account/contacts/7 contact", Object.entries(draft));
    const view = () =>
      openForm(args, portal, form, {
        rules,
        fixed: { email: "fixed@example.com" },
        values: { surname: "Saved", roles: ["1"] },
        hidden: { rowVersion: "BB" },
      });
    return { first: view(), second: view(), session: portal.session };
  };

  it("throws if it has a file input but its page doesn't declare `acceptsFiles`", async () => {
    const args = await routeArgs({ request: "/a", apiUrl: "", roles: ["1001-Orders"], account });
    const portal = await requireAccount(args);
    const withFiles = { ...form, files: "letter" };
    Object.assign(args.context.config, { uploadFiles: 3, uploadFileMb: 30 });
    expect(openForm(args, portal, withFiles).files).toEqual({ maxFiles: 3, megabytes: 30 });
    Object.assign(args.context, { acceptsFiles: false });
    expect(() => openForm(args, portal, withFiles)).toThrow("its page's handle doesn't set acceptsFiles");
  });

  it("shows the saved and the fixed values, and has the rules of the form", async () => {
    const { first } = await open([]);
    expect(first).toMatchObject({ account: "1001", restored: false, hidden: { rowVersion: "BB" } });
    expect(first.values).toEqual({
      surname: "Saved",
      email: "fixed@example.com",
      pin: "",
      roles: ["1"],
    });
    expect(first.rules.map(({ property }) => property)).toEqual(["Surname", "MyPortalRole"]);
  });

  it("shows a draft once, with the row version that it was typed over", async () => {
    const { first, second } = await open([typed]);
    expect(first.restored).toBe(true);
    expect(first.values).toMatchObject({ surname: "Archer", roles: ["4"], email: "fixed@example.com" });
    expect(first.hidden).toEqual({ rowVersion: "AA" });
    expect(second).toMatchObject({ restored: false, values: { surname: "Saved" } });
  });

  it("doesn't use up a draft if the request isn't a navigation", async () => {
    const { first, second } = await open([typed], undefined, false);
    expect([first.restored, second.restored]).toEqual([true, true]);
  });

  it("doesn't use up a draft of another account", async () => {
    const { first, session } = await open([{ ...typed, account: "1002" }]);
    expect(first.restored).toBe(false);
    expect(draftOf(session, "/account/contacts/7 contact")).toBeDefined();
  });

  it.each([
    ["another account", [{ ...typed, account: "1002" }], "/account/contacts/7"],
    ["another page", [typed], "/account/contacts/8"],
  ])("shows no draft of %s", async (_, drafts, path) => {
    expect((await open(drafts, path)).first.restored).toBe(false);
  });
});
