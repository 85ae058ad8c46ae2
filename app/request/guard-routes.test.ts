import type { LoaderFunctionArgs, ServerBuild } from "@remix-run/node";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { routeArgs } from "#server/testing/route-args.ts";
import { guardRoutes } from "./guard-routes.ts";
import { requireRole } from "./require.ts";
import { startScriptedApi, type ScriptedApi } from "./testing/scripted-api.ts";

type Routes = ServerBuild["routes"];
const account = { clientId: "1001", name: "Harbour & Pine Ltd" };
let api: ScriptedApi;
beforeEach(async () => {
  api = await startScriptedApi();
});
afterEach(() => api.close());

const forOrders = async (args: LoaderFunctionArgs) => {
  await requireRole(args, "Orders");
  return null;
};

async function thrownBy(module: object, roles: readonly string[]): Promise<unknown> {
  const guarded = guardRoutes({ r: { id: "r", module } } as unknown as Routes);
  const loader = guarded["r"]?.module.loader as (args: LoaderFunctionArgs) => Promise<unknown>;
  return loader(await routeArgs({ request: "/", apiUrl: api.url, roles, account })).catch(
    (thrown: unknown) => thrown,
  );
}

describe("guardRoutes", () => {
  it("lets a page draw what was thrown", async () => {
    const thrown = await thrownBy({ loader: forOrders, default: () => null }, ["1001-Support"]);
    expect(thrown).toMatchObject({
      init: { status: 403 },
      data: { heading: "Additional Permissions Required" },
    });
  });

  it("has the server draw what a file or an export throws", async () => {
    const thrown = (await thrownBy({ loader: forOrders }, ["1001-Support"])) as Response;
    expect(thrown.status).toBe(403);
    expect(await thrown.text()).toContain("Additional Permissions Required");
  });

  it("withholds the answer of a loader that did not ask who is there", async () => {
    const thrown = await thrownBy({ loader: async () => "secret", default: () => null }, ["1001-Orders"]);
    expect(thrown).toMatchObject({ init: { status: 500 } });
  });

  it("refuses a route that nothing guards", () => {
    expect(() => guardRoutes({ r: { id: "r", module: {} } } as unknown as Routes)).toThrow(
      "nothing guards it",
    );
  });
});
