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
    ["an invalid token", { authorization: "Bearer forged" }],
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
    const nameClaims = { name: "A B", given_name: "A", family_name: "B", email: "a@example.com" };
    const caller = await identifyCaller(
      "token",
      async () => ({ ...claims, ...nameClaims }),
      () => false,
    );
    expect([caller.clientIds, caller.hasRole("NW-7", "Support")]).toEqual([["NW-7"], true]);
  });

  test("the No Access role refuses the account in spite of other roles", async () => {
    expect((await provider.as("Lou", "1001")("Client/GetSummaryDetails")).status).toBe(403);
  });

  test("an employee sees every account; people without an account see none", async () => {
    const accounts = async (person: "Ella" | "Otto" | "Nora") =>
      (await (await provider.as(person)("Client/MyAccounts")).json()) as unknown[];
    await expect(accounts("Ella")).resolves.toHaveLength(5);
    await expect(accounts("Otto")).resolves.toEqual([]);
    await expect(accounts("Nora")).resolves.toEqual([]);
  });

  test("another account's notification is answered like one that does not exist", async () => {
    const otherNotification = provider.db
      .prepare("SELECT notification_id AS id FROM notifications WHERE client_id = '1003'")
      .get();
    const asBen = provider.as("Ben", "1001");
    const foreign = await asBen(`Notification/Details?id=${otherNotification?.id}`);
    const unknown = await asBen("Notification/Details?id=999999");
    expect([foreign.status, await foreign.text()]).toEqual([unknown.status, await unknown.text()]);
    expect(foreign.status).toBe(404);
    const change = await asBen(`Notification/MarkAsArchived?id=${otherNotification?.id}`, { method: "PUT" });
    expect(change.status).toBe(404);
  });

  test.each(["client/myaccounts", "/Client/MyAccounts", "CLIENT/MYACCOUNTS/"])(
    "the call is found by %s",
    async (path) => {
      expect((await provider.as("Ben")(path)).status).toBe(200);
    },
  );

  test("404 for an unknown call, 400 for an invalid body", async () => {
    expect((await provider.as("Ben")("Client/Nothing")).status).toBe(404);
    const init = { method: "POST", body: "{", headers: { "content-type": "application/json" } };
    expect((await provider.as("Ben")("EventLog/LogPageView", init)).status).toBe(400);
    expect((await provider.as("Ben")("EventLog/LogPageView", { ...init, body: "{}" })).status).toBe(400);
  });
});
