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

const requireOrders = async (args: LoaderFunctionArgs) => {
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
  it("throws an access error as data that the page renders", async () => {
    const thrown = await thrownBy({ loader: requireOrders, default: () => null }, ["1001-Support"]);
    expect(thrown).toMatchObject({
      init: { status: 403 },
      data: { heading: "Additional Permissions Required" },
    });
  });

  it("renders the error page itself for a route without a component", async () => {
    const thrown = (await thrownBy({ loader: requireOrders }, ["1001-Support"])) as Response;
    expect(thrown.status).toBe(403);
    expect(await thrown.text()).toContain("Additional Permissions Required");
  });

  it("throws a 500 in place of the answer of a loader that didn't check access", async () => {
    const thrown = await thrownBy({ loader: async () => "secret", default: () => null }, ["1001-Orders"]);
    expect(thrown).toMatchObject({ init: { status: 500 } });
  });

  it("refuses a route without a loader", () => {
    expect(() => guardRoutes({ r: { id: "r", module: {} } } as unknown as Routes)).toThrow(
      "it isn't guarded",
    );
  });
});
