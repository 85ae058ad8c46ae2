import { afterAll, beforeAll, expect, it } from "vitest";
import { portalSettings } from "#provider/portal-settings.ts";
import { startProvider, type RunningProvider } from "#provider/start.ts";
import { freePort } from "#server/testing/free-port.ts";
import { openDatabase, startAdapter } from "../../examples/adapter.ts";
import { checkConformance } from "../../scripts/conformance/run.ts";
import { ApiTap } from "../support/api-tap.ts";
import type { TestPortal } from "../support/portal-process.ts";
import { emails } from "../support/signed-in.ts";
import { headingOf, textOf, textsOf, Visitor } from "../support/visitor.ts";
import { startPortal } from "../support/world.ts";

// The portal with the example adapter as its API; the embedded provider is used only for signing in.
let settings: Record<string, string>;
let provider: RunningProvider;
let adapter: Awaited<ReturnType<typeof startAdapter>>;
let tap: ApiTap;
let portal: TestPortal;

beforeAll(async () => {
  const url = `http://localhost:${await freePort()}`;
  provider = await startProvider({ portalUrl: url });
  settings = portalSettings(provider.url);
  adapter = await startAdapter(openDatabase(), { ...settings, ADAPTER_PORT: "0" });
  tap = await ApiTap.start(adapter.url);
  const session = {
    SESSION_SECRET: "a-secret-for-tests-only-0123456789abcdef",
    SESSION_STORE: "sqlite::memory:",
  };
  portal = await startPortal(url, { ...settings, ...session, DEMO: "1", PORTAL_API_URL: tap.url });
});
afterAll(async () => {
  await portal.stop();
  await tap.close();
  await adapter.close();
  await provider.close();
});

/** Signs in; returns the visitor, and the token that the portal sends for them. */
async function signIn(email: string) {
  const visitor = new Visitor(portal.url);
  const [, calls] = await tap.record(async () => {
    await visitor.signIn(email);
    await visitor.post("/switch-account", { account: "1001" });
  });
  const token = String(calls.at(-1)?.headers["authorization"]).replace("Bearer ", "");
  return { visitor, token };
}

it("the adapter keeps to the contract in each call that it serves", async () => {
  const { token } = await signIn(emails.anna);
  const { token: otherToken } = await signIn(emails.ben);
  const only = [
    ...["GET Client/MyAccounts", "GET Client/GetSummaryDetails", "GET Contact/ContactsByCurrentClientId"],
    ...["GET Address/Index", "GET Address/GetValidationRules", "GET Address/Create", "GET Address/Edit/{id}"],
    ...["POST Address/Create", "PUT Address/Edit"],
  ];
  const access = {
    api: adapter.url,
    key: settings["PORTAL_API_KEY"] ?? "",
    clientId: "1001",
    token,
    otherToken,
  };
  const results = await checkConformance({ ...access, only, write: true });
  const passing = only.map((call) => ({ call, verdict: "passes", findings: [], note: "" }));
  expect(results.toSorted((a, b) => only.indexOf(a.call) - only.indexOf(b.call))).toEqual(passing);

  // `only` takes names of areas too, in upper or lower case.
  const byArea = await checkConformance({ ...access, only: ["address", "Client/MyAccounts"] });
  const expected = only.filter((call) => / (Address|Client\/MyAccounts)/.test(call));
  expect(byArea.map(({ call }) => call).toSorted()).toEqual(expected.toSorted());
});

it("the portal shows the adapter's contacts and saves its locations", async () => {
  const { visitor } = await signIn(emails.anna);
  const contacts = await visitor.get("/account/contacts?search=e&sort=-fullName&size=5");
  expect([contacts.status, headingOf(contacts)]).toEqual([200, "Manage Contacts"]);
  expect(textsOf(contacts, "main tbody [data-label='Full Name']")).toEqual([
    "Cleo Marsh",
    "Bill Yeo",
    "Ada Okafor",
  ]);

  const form = await visitor.get("/account/locations/2");
  const save = (town: string) => visitor.submit(form, "main form:has([name=town])", { town });
  expect(textOf(await save(""))).toContain("Please enter the town.");
  expect((await save("Bradford")).status).toBe(303);
  expect((await save("Otley")).status).toBe(409);
  expect(textOf(await visitor.get("/account/locations"))).toContain("19 Canal Road, Armley, Bradford");
});

it("the portal shows an error for a call that the adapter doesn't serve yet", async () => {
  const { visitor } = await signIn(emails.anna);
  const page = await visitor.get("/notifications");
  expect([page.status, textOf(page)]).toEqual([502, expect.stringContaining("There was an error loading")]);
});
