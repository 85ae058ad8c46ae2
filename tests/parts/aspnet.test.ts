import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { demoSecrets } from "#provider/demo-secrets.ts";
import { demoToken } from "#provider/identity/demo-token.ts";
import { TestStream } from "#server/live/testing/portal.ts";
import { freePort } from "#server/testing/free-port.ts";
import { checkConformance } from "../../scripts/conformance/run.ts";
import { anna, startWithAnna } from "../support/anna.ts";
import { recordedHash, runsBackend, sourcesHash, startAspnet } from "../support/aspnet-backend.ts";
import { headingOf } from "../support/visitor.ts";
import { world } from "../support/world.ts";

const [port, hubPort, providerPort] = [await freePort(), await freePort(), await freePort()];
let backend: Awaited<ReturnType<typeof startAspnet>>;
beforeAll(async () => {
  backend = await startAspnet({ port, hubPort, providerPort });
});
afterAll(() => backend.close());
startWithAnna({
  provider: { port: providerPort },
  environment: {
    PORTAL_API_URL: `http://127.0.0.1:${port}/api`,
    PORTAL_HUB_URL: `http://127.0.0.1:${hubPort}/api/Hub/myportalalerts`,
  },
});

const FORM = "main form:has(input[name=intent])";

it("the recorded answers are those of the sources", () => {
  expect(recordedHash()).toBe(sourcesHash());
});

it("locations come from the backend, invoices from the provider behind it", async () => {
  const { $ } = await anna.get("/account/locations");
  expect($("main").text()).toContain("12 Harbour Road");
  expect(headingOf(await anna.get("/invoices"))).toBe("Invoices");
  expect((await anna.get("/dashboard")).$("main").text()).toContain("To pay");
});

it("a save is refused at its field in the backend's words, saved, and then a conflict for whoever has the old page", async () => {
  const { $ } = await anna.get("/account/locations");
  const path = $("[data-row-link]").first().attr("href") ?? "";
  const [first, second] = [await anna.get(path), await anna.get(path)];
  const refused = await anna.submit(first, FORM, { line1: "" });
  expect([refused.status, refused.$("main").text()]).toEqual([
    400,
    expect.stringContaining("Please enter the first line of the address."),
  ]);
  expect((await anna.submit(first, FORM, { notes: "Ring three times" })).status).toBe(303);
  const conflict = await anna.submit(second, FORM, { notes: "Ring once" });
  expect([conflict.status, conflict.$("main").text()]).toEqual([
    409,
    expect.stringContaining("by another user"),
  ]);
});

describe.runIf(runsBackend)("the backend's hub", () => {
  it("is heard by the portal's pages, and by nobody of another account", async () => {
    const headers = { cookie: `session=${anna.cookie("session")}` };
    const stream = await new Promise<TestStream>((resolve, reject) => {
      const asked = request(`${anna.origin}/live`, { agent: false, headers });
      asked.on("response", (response) => resolve(new TestStream(response, () => asked.destroy())));
      asked.on("error", reject).end();
    });
    onTestFinished(() => stream.close());
    const raise = (clientId: string, lineFaultCheckId: string) =>
      backend.raise("LineFaultCheck", clientId, { lineFaultCheckId });
    const hears = async () => (await raise("1001", "check-1")) && stream.text.includes("check-1");
    await expect.poll(hears, { timeout: 20_000, interval: 200 }).toBe(true);
    await raise("1002", "check-2");
    await raise("1001", "check-3");
    await expect.poll(() => stream.text, { timeout: 10_000 }).toContain("check-3");
    expect(stream.text).not.toContain("check-2");
  });
});

it("the conformance run passes all of its calls", async () => {
  const token = (await demoToken(world.provider.db, world.provider.url, "anna"))!;
  const otherToken = await demoToken(world.provider.db, world.provider.url, "nora");
  const results = await checkConformance({
    ...{ api: backend.api, key: demoSecrets.portalApiKey, clientId: "1001", token, otherToken, write: true },
    only: ["Address", "Client/MyAccounts", "Client/GetSummaryDetails", ...(backend.hub ? ["Hub"] : [])],
    hub: backend.hub,
  });
  expect(results.filter(({ verdict }) => verdict !== "passes")).toEqual([]);
  expect(results.length).toBe(backend.hub ? 9 : 8);
});
