import { renderToStaticMarkup } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom/server";
import { afterEach, beforeEach, expect, it } from "vitest";
import { post, routeArgs, type Situation } from "#app/request/testing/route-args.ts";
import { startScriptedApi, type ScriptedApi } from "#app/request/testing/scripted-api.ts";
import type { AccountsView } from "./accounts-view.server.ts";
import SwitchAccount, { action, loader } from "./switch-account.route.tsx";

const ACCOUNTS = "GET Client/MyAccounts";
const COUNTS = "GET Notification/UnreadCount";
const accounts = [
  { clientId: "1001", name: "Harbour & Pine Ltd" },
  { clientId: "1002", name: "Harbour & Pine (Retail) Ltd" },
];
const many = Array.from({ length: 9 }, (_, index) => ({ clientId: `${index}`, name: `Company ${index}` }));
const roles = ["1001-MyPortal Switch Account", "1002-Support"];
let api: ScriptedApi;

beforeEach(async () => {
  api = await startScriptedApi();
  api.on(COUNTS, [{ clientId: 1001, count: 8 }]);
  api.on("GET Client/GetSummaryDetails", { clientName: "x" });
});
afterEach(() => api.close());

const args = (more: Partial<Situation> = {}) =>
  routeArgs({ request: "/switch-account", apiUrl: api.url, roles, accounts, ...more });
const load = (more?: Partial<Situation>) => loader(args(more));

async function render(view: AccountsView, error?: string): Promise<string> {
  const handler = createStaticHandler([
    { id: "page", path: "*", loader: () => view, element: <SwitchAccount /> },
  ]);
  const context = await handler.query(new Request("http://portal.example/switch-account"));
  if (context instanceof Response) throw new Error("redirected");
  if (error) context.actionData = { page: { error } };
  const router = createStaticRouter(handler.dataRoutes, context);
  return renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />);
}

it("lists the accounts with their unread counts", async () => {
  const view = await load({ account: accounts[1] });
  expect(view.accounts).toEqual([
    { id: "1001", name: "Harbour & Pine Ltd", note: "8 unread notifications" },
    { id: "1002", name: "Harbour & Pine (Retail) Ltd", note: "Current account · No unread notifications" },
  ]);
  const html = await render(view);
  expect(html).toContain("8 unread notifications");
  expect(html).toContain("Current account · No unread notifications");
  expect(html.match(/type="radio"/g)).toHaveLength(2);
});

it("asks for nothing but the counts while the session knows the accounts", async () => {
  await load();
  expect(api.seen.map(({ call }) => call)).toEqual([COUNTS]);
});

it("leaves the counts out, with a quiet note, when they cannot be had", async () => {
  api.on(COUNTS, "boom", 500);
  const html = await render(await load());
  expect(html).toContain("Harbour &amp; Pine Ltd");
  expect(html).toContain("Unread notifications could not be counted just now.");
  expect(html).not.toMatch(/\d unread|No unread/);
});

it("has a way back only with a current account", async () => {
  expect(await render(await load({ account: accounts[0] }))).toMatch(
    /<a [^>]*href="\/dashboard"[^>]*>.*Back/,
  );
  expect(await render(await load())).not.toContain("/dashboard");
});

it("tells who is pending validation", async () => {
  expect(await render(await load())).not.toContain("pending validation");
  const pending = await load({ roles: [...roles, "1002-MyPortal Pending Validation"] });
  expect(await render(pending)).toContain(
    "pending validation. Please contact your Customer Portal Administrator",
  );
});

it("loads the accounts when the session holds none, and explains when there are none", async () => {
  api.on(ACCOUNTS, accounts);
  const situation = args({ accounts: [] });
  expect((await loader(situation)).total).toBe(2);
  expect(situation.context.session.accounts).toEqual(accounts);
  api.on(ACCOUNTS, []);
  const html = await render(await load({ accounts: [] }));
  expect(html).toContain(
    "We could not find any associated account information relevant to the email address you have logged in with.",
  );
  expect(html).toContain('href="tel:03447706010"');
  expect(html).not.toContain("Continue");
});

it.each([
  [500, "/error?reason=clients&reference=request-1"],
  [401, undefined],
])("when loading them fails with %i leads to %s", async (status, location) => {
  api.on(ACCOUNTS, "boom", status);
  const thrown = (await load({ accounts: [] }).catch((error: unknown) => error)) as Response & {
    kind?: string;
  };
  if (location) expect([thrown.status, thrown.headers.get("location")]).toEqual([303, location]);
  else expect(thrown.kind).toBe("unauthorised");
});

it("has a box to find one only among more than 8", async () => {
  expect((await load({ accounts: many.slice(0, 8) })).filter).toBeUndefined();
  const found = await load({ accounts: many, request: "/switch-account?filter=%20COMPANY%207" });
  expect(found.accounts.map(({ id }) => id)).toEqual(["7"]);
  const none = await load({ accounts: many, request: "/switch-account?filter=zzz" });
  expect(await render(none)).toContain("No account matches ‘zzz’.");
});

it("offers only the current account to who may not switch", async () => {
  const view = await load({ roles: ["1001-Support", "1002-Support"], account: accounts[0] });
  expect(view.accounts.map(({ id }) => id)).toEqual(["1001"]);
});

const choose = (fields: Record<string, string>, path = "/switch-account", more: Partial<Situation> = {}) => {
  const situation = args({ request: post(path, fields), ...more });
  return { session: situation.context.session, answer: action(situation) };
};

it("makes the chosen account current and goes where the person wanted to go", async () => {
  const { session, answer } = choose({ account: "1002" });
  session.saveUrl("/tickets?page=2");
  expect(await answer).toMatchObject({ status: 303 });
  expect(((await answer) as Response).headers.get("location")).toBe("/tickets?page=2");
  expect(session.account).toEqual(accounts[1]);
  expect(session.summaryOf("1002")).toMatchObject({ clientName: "x" });
  expect(api.seen.at(-1)).toMatchObject({ call: "GET Client/GetSummaryDetails", clientId: "1002" });
});

it("goes to the dashboard otherwise, also past a saved address of another site", async () => {
  const { session, answer } = choose({ account: "1001" });
  session.saveUrl("//evil.example/");
  expect(((await answer) as Response).headers.get("location")).toBe("/dashboard");
});

it.each([
  [{}, "Choose an account"],
  [{ account: "1003" }, "Choose one of your accounts"],
  [{ account: "" }, "Choose one of your accounts"],
  [{ account: "__proto__" }, "Choose one of your accounts"],
])("answers 400 to %j and changes nothing", async (fields, error) => {
  const { session, answer } = choose(fields as Record<string, string>, undefined, { account: accounts[0] });
  expect(await answer).toMatchObject({ data: { error }, init: { status: 400 } });
  expect(session.account).toEqual(accounts[0]);
});

it("does not switch who may not", async () => {
  const plain = { roles: ["1001-Support", "1002-Support"], account: accounts[0] };
  const { session, answer } = choose({ account: "1002" }, undefined, plain);
  expect(await answer).toMatchObject({ init: { status: 400 } });
  expect(session.account).toEqual(accounts[0]);
});

it("says what is wrong beside the field and in a summary that links to it", async () => {
  const html = await render(await load(), "Choose an account");
  expect(html).toContain('<a href="#account-0">Choose an account</a>');
  expect(html).toMatch(/id="account-error".*Choose an account/s);
  expect(html).toContain('id="account-0"');
});

it("switches and has the browser send the form on, to a page of this site only", async () => {
  const onward = choose({ account: "1002", phone: "1" }, "/switch-account?continue=%2Faccount%3Fa%3Db");
  expect(await onward.answer).toMatchObject({ status: 307 });
  expect(((await onward.answer) as Response).headers.get("location")).toBe("/account?a=b");
  expect(onward.session.account).toEqual(accounts[1]);
  for (const target of [
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/switch-account?continue=/x",
  ]) {
    const { answer } = choose({ account: "1002" }, `/switch-account?continue=${encodeURIComponent(target)}`);
    expect([target, ((await answer) as Response).status]).toEqual([target, 303]);
    expect(((await answer) as Response).headers.get("location")).toBe("/dashboard");
  }
});

it("keeps nobody out but who is not signed in", async () => {
  const nobody = routeArgs({ request: "/switch-account", apiUrl: api.url });
  const thrown = (await loader(nobody).catch((response: unknown) => response)) as Response;
  expect(thrown.headers.get("location")).toBe("/login");
  expect((await load({ roles: ["1001-Support"] })).total).toBe(2);
});
