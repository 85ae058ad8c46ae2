import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAddressLookup } from "#app/portal-api/address-lookup.ts";
import { demoSecrets } from "#provider/demo-secrets.ts";
import { portalSettings } from "#provider/portal-settings.ts";
import { startTestProvider, type TestProvider } from "#provider/test-provider.ts";
import { ukAddresses } from "./uk-addresses.ts";

const unavailable = {
  status: "unavailable",
  text: "Sorry, the address search function is unavailable at the moment. Please enter address manually.",
};

describe("the address look-up", () => {
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await startTestProvider();
  });
  afterAll(() => provider.close());

  const lookup = (subscriptionKey: string = demoSecrets.portalApiKey) =>
    createAddressLookup({ url: portalSettings(provider.url).ADDRESS_LOOKUP_URL, subscriptionKey });

  test("has 250 different addresses", () => {
    expect(ukAddresses).toHaveLength(250);
    expect(
      new Set(ukAddresses.map(({ line1, line2, postCode }) => `${line1}/${line2}/${postCode}`)).size,
    ).toBe(250);
  });

  test.each(["YO21 3AJ", "yo213aj", "skinner st whitby", "7 Skinner"])(
    "suggests addresses for '%s', and finds the address of a suggestion",
    async (text) => {
      const suggested = await lookup().suggest(text);
      if (suggested.status !== "found") return expect.fail(suggested.text);
      const [first] = suggested.found;
      expect(first?.text).toMatch(/Skinner Street, Whitby, North Yorkshire, YO21 3AJ$/);
      await expect(lookup().find(first?.id ?? "")).resolves.toMatchObject({
        status: "found",
        found: { town: "Whitby", county: "North Yorkshire", postCode: "YO21 3AJ" },
      });
    },
  );

  test("gives 12 suggestions at most", async () => {
    const suggested = await lookup().suggest("street");
    expect(suggested).toMatchObject({ status: "found" });
    if (suggested.status === "found") expect(suggested.found).toHaveLength(12);
  });

  test.each([
    ["ZZ1 1ZZ", /^We have not been able to locate any addresses for that postcode\./],
    ["AMWS2056", /^We have not been able to locate any addresses for that postcode\./],
    ["AMWS1000", /^The specified value is not valid\.$/],
    ["??", /^The specified value is not valid\.$/],
    ["AMWS9999", /^The matching service is being re-indexed\.$/],
  ])("refuses '%s' with a message for the user", async (text, message) => {
    await expect(lookup().suggest(text)).resolves.toEqual({
      status: "refused",
      text: expect.stringMatching(message) as string,
    });
  });

  test("reports a suggestion whose text is not a string, and leaves its text empty", async () => {
    const unexpectedFields: string[] = [];
    const server = createServer((_, reply) => reply.end('{"suggestions":[{"id":1,"text":{}}]}'));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const faultyLookup = createAddressLookup({
      url: `http://127.0.0.1:${port}`,
      subscriptionKey: "",
      onUnexpectedField: (call, field) => void unexpectedFields.push(`${call} ${field}`),
    });
    await expect(faultyLookup.suggest("YO21")).resolves.toEqual({
      status: "found",
      found: [{ id: "1", text: "" }],
    });
    expect(unexpectedFields).toEqual(["GET suggestions suggestions.text"]);
    server.close();
  });

  test("an unknown id is refused", async () => {
    await expect(lookup().find("GB-9999")).resolves.toMatchObject({ status: "refused" });
  });

  test("is unavailable after a 503, a faulty answer or a refused key, and if it is not configured", async () => {
    await expect(lookup().suggest("unavailable")).resolves.toEqual(unavailable);
    await expect(lookup("guess").suggest("YO21 3AJ")).resolves.toEqual(unavailable);
    const unconfigured = createAddressLookup({ url: undefined, subscriptionKey: "" });
    await expect(unconfigured.suggest("YO21 3AJ")).resolves.toEqual(unavailable);
    for (const kind of ["down", "html", "nonsense", "500"] as const) {
      provider.faults.add({ kind, path: "/address-lookup", delayMs: 0 });
      await expect(lookup().suggest("YO21 3AJ")).resolves.toEqual(unavailable);
      provider.faults.clear();
    }
  });

  test("an aborted search rejects", async () => {
    provider.faults.add({ kind: "hang", path: "/address-lookup", delayMs: 0 });
    const controller = new AbortController();
    const search = lookup().suggest("YO21 3AJ", controller.signal);
    controller.abort();
    await expect(search).rejects.toThrow(/abort/i);
    provider.faults.clear();
  });
});
