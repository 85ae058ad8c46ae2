import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestProvider, type TestProvider } from "#provider/test-provider.ts";
import { identifyCaller } from "./caller.ts";

describe("who may call the portal API", () => {
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await startTestProvider();
  });
  afterAll(() => provider.close());

  test.each([
    ["no bearer", {}],
    ["a token that does not hold", { authorization: "Bearer forged" }],
    [
      "a wrong subscription key",
      { authorization: "Bearer test.Anna.1", "ocp-apim-subscription-key": "guess" },
    ],
  ])("401 for %s", async (_, headers) => {
    const reply = await provider.call("Client/MyAccounts", { headers });
    expect(reply.status).toBe(401);
  });

  test("403 for an account that the token does not name, also for one that does not exist", async () => {
    expect((await provider.as("Anna", "1003")("Client/GetSummaryDetails")).status).toBe(403);
    expect((await provider.as("Anna", "1")("Client/GetSummaryDetails")).status).toBe(403);
    expect((await provider.as("Anna")("Client/GetSummaryDetails")).status).toBe(403);
  });

  test("roles come from the token: Carla has no Support, Ben has", async () => {
    expect((await provider.as("Carla", "1003")("SupportTicket/MyLatestTickets")).status).toBe(403);
    expect((await provider.as("Ben", "1001")("SupportTicket/MyLatestTickets")).status).toBe(200);
  });

  test("the last hyphen of a role divides account and name", async () => {
    const claims = { sub: "x", roles: ["NW-7-Support"], accounts: ["NW-7"], userType: "customer" as const };
    const named = { name: "A B", given_name: "A", family_name: "B", email: "a@example.com" };
    const caller = await identifyCaller(
      "token",
      async () => ({ ...claims, ...named }),
      () => false,
    );
    expect([caller.clientIds, caller.hasRole("NW-7", "Support")]).toEqual([["NW-7"], true]);
  });

  test("the No Access role shuts the account, whatever else is held", async () => {
    expect((await provider.as("Lou", "1001")("Client/GetSummaryDetails")).status).toBe(403);
  });

  test("an employee sees every account, Otto's is nowhere to be found", async () => {
    const accounts = async (person: "Ella" | "Otto" | "Nora") =>
      (await (await provider.as(person)("Client/MyAccounts")).json()) as unknown[];
    await expect(accounts("Ella")).resolves.toHaveLength(5);
    await expect(accounts("Otto")).resolves.toEqual([]);
    await expect(accounts("Nora")).resolves.toEqual([]);
  });

  test("another account's notification is as unknown as one that never was", async () => {
    const others = provider.db
      .prepare("SELECT notification_id AS id FROM notifications WHERE client_id = '1003'")
      .get();
    const asBen = provider.as("Ben", "1001");
    const foreign = await asBen(`Notification/Details?id=${others?.id}`);
    const unknown = await asBen("Notification/Details?id=999999");
    expect([foreign.status, await foreign.text()]).toEqual([unknown.status, await unknown.text()]);
    expect(foreign.status).toBe(404);
    const change = await asBen(`Notification/MarkAsArchived?id=${others?.id}`, { method: "PUT" });
    expect(change.status).toBe(404);
  });

  test.each(["client/myaccounts", "/Client/MyAccounts", "CLIENT/MYACCOUNTS/"])("finds %s", async (path) => {
    expect((await provider.as("Ben")(path)).status).toBe(200);
  });

  test("404 for a call that is not there, 400 for a body that is not JSON, never a 500", async () => {
    expect((await provider.as("Ben")("Client/Nothing")).status).toBe(404);
    const init = { method: "POST", body: "{", headers: { "content-type": "application/json" } };
    expect((await provider.as("Ben")("EventLog/LogPageView", init)).status).toBe(400);
    expect((await provider.as("Ben")("EventLog/LogPageView", { ...init, body: "{}" })).status).toBe(400);
  });
});
