import { afterEach, beforeEach, expect, it } from "vitest";
import { routeArgs } from "#server/testing/route-args.ts";
import { accountSummary, enterAccount } from "./account-summary.ts";
import { requireAccount } from "./require.ts";
import { startScriptedApi, type ScriptedApi } from "./testing/scripted-api.ts";

const SUMMARY = "GET Client/GetSummaryDetails";
const account = { clientId: "1001", name: "Harbour & Pine Ltd" };
let api: ScriptedApi;

beforeEach(async () => {
  api = await startScriptedApi();
});
afterEach(() => api.close());

const signedIn = () => routeArgs({ request: "/", apiUrl: api.url, roles: ["1001-Support"], account });

it("derives account numbers and address lines", async () => {
  api.on(SUMMARY, {
    clientName: "Harbour & Pine Limited",
    myAccounts: ["1001:1/HAR001", "1001:2/HAR002", "1001:3/HAR001", "1001:4/"],
    membershipTier: "Gold",
    address: { line1: "Quayside House", line2: null, town: "Whitby", county: " ", postCode: "YO21 3PU" },
  });
  expect(await accountSummary(await requireAccount(await signedIn()))).toEqual({
    name: "Harbour & Pine Limited",
    membership: "Gold",
    numbers: ["HAR001", "HAR002"],
    address: ["Quayside House", "Whitby", "YO21 3PU"],
  });
});

it.each(["Platinum", 7, null])("leaves out an unknown membership tier: %s", async (membershipTier) => {
  api.on(SUMMARY, { clientName: "H", membershipTier });
  expect((await accountSummary(await requireAccount(await signedIn()))).membership).toBe("");
});

it("enters an account and loads its summary", async () => {
  api.on(SUMMARY, { clientName: "R" });
  const { context } = await signedIn();
  await enterAccount(context, { clientId: "1002", name: "Retail" });
  expect(context.session.account).toMatchObject({ clientId: "1002", name: "Retail" });
  expect(api.seen.map(({ clientId }) => clientId)).toEqual(["1002", "1002"]);
  expect(context.session.summaryOf("1002")).toMatchObject({ clientName: "R" });
});

it("enters an account even if its summary can't be loaded", async () => {
  const { context } = await signedIn();
  await enterAccount(context, { clientId: "1002", name: "Retail" });
  expect(context.session.account?.clientId).toBe("1002");
});
