import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFibreGateways } from "./fibre.ts";

let server: Server;
let answer: Readonly<{ status?: number; body: string }>;
let lastRequest: IncomingMessage;
let lastBody: string;
const deviations: string[] = [];
const observed: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    lastRequest = request;
    lastBody = "";
    request.on("data", (chunk: Buffer) => (lastBody += chunk.toString()));
    request.on("end", () => response.writeHead(answer.status ?? 200).end(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const KEY = "a key & more";

function gateways(url: string | undefined = `http://127.0.0.1:${(server.address() as AddressInfo).port}`) {
  const observe = (...call: unknown[]) => void observed.push(JSON.stringify(call));
  const settings = { addressesUrl: url, productsUrl: url, key: KEY, timeoutMs: 5_000 };
  const onUnexpectedField = (call: string, field: string) => void deviations.push(`${call} ${field}`);
  return createFibreGateways({ ...settings, onUnexpectedField }, { observe });
}

const site = (aLK: unknown, buildingNumber: unknown, more: object = {}) => ({
  address: { aLK, buildingNumber, street: "Rare Street", postTown: "WHITBY", postCode: "YO99 9AA", ...more },
});
const response = (result: unknown, more: object = {}) => ({
  getAvailableAddressesResponse: { getAvailableAddressesResult: result, ...more },
});
const errors = (...list: readonly object[]) => ({ status: { Errors: list } });

async function sitesFor(body: unknown) {
  answer = { body: JSON.stringify(body) };
  return gateways().sites("YO99 9AA");
}

const REFUSED = "The availability check could not be carried out with the given details.";

describe("the address gateway", () => {
  it("is called with the key and without data of the person, and the key isn't passed to the observer", async () => {
    await sitesFor(response({ Sites: null }));
    expect(lastRequest.method).toBe("POST");
    expect(new URL(lastRequest.url ?? "", "http://x").searchParams.get("subscription-key")).toBe(KEY);
    expect(lastRequest.url).toMatch(/^\/GetAvailableAddresses\?/);
    expect(JSON.parse(lastBody)).toEqual({
      getAvailableAddresses: { request: { address: { postCode: "YO99 9AA" } } },
    });
    for (const name of ["authorization", "x-client-id", "ocp-apim-subscription-key", "cookie"])
      expect(lastRequest.headers).not.toHaveProperty(name);
    expect(observed.join()).toContain("POST GetAvailableAddresses");
    expect(observed.join()).not.toContain("key");
  });

  it.each([
    ["null", null],
    ["absent", undefined],
    ["an empty text", ""],
    ["an empty list", []],
  ])("returns no addresses if the sites are %s", async (_, Sites) => {
    expect(await sitesFor(response({ Sites }))).toEqual({ sites: [], problem: "" });
  });

  it("accepts one site that isn't in a list, and sorts several sites by their text", async () => {
    expect((await sitesFor(response({ Sites: site("A1", 1) }))).sites).toEqual([
      { alk: "A1", text: "1 Rare Street, WHITBY, YO99 9AA" },
    ]);
    const flat = {
      organisationName: "Ltd & Co",
      subBuilding: "Flat 2",
      buildingName: "Old Mill",
      locality: "Quay",
    };
    const Sites = [site("A10", 10), site("A2", "2"), site("A3", "", flat), site("", 4), { address: null }];
    expect((await sitesFor(response({ Sites }))).sites).toEqual([
      { alk: "A2", text: "2 Rare Street, WHITBY, YO99 9AA" },
      { alk: "A10", text: "10 Rare Street, WHITBY, YO99 9AA" },
      { alk: "A3", text: "Ltd & Co, Flat 2, Old Mill, Rare Street, Quay, WHITBY, YO99 9AA" },
    ]);
  });

  it.each([
    ["no problem if nothing matches", errors({ errorCode: "AMWS2056", description: "No match" }), ""],
    ["the text of a known code", errors({ errorCode: "AMWS1000" }), "The specified value is not valid."],
    ["the description of an unknown code", errors({ errorCode: "AMWS7", description: "Busy." }), "Busy."],
    ["the generic text without a description", errors({ errorCode: "AMWS7" }), REFUSED],
    [
      "all texts, joined, each once",
      errors(
        { errorCode: "AMWS1000" },
        { errorCode: "AMWS2056" },
        { errorCode: "AMWS1000" },
        { errorCode: "x" },
      ),
      `The specified value is not valid. ${REFUSED}`,
    ],
    [
      "an error that is not in a list",
      { status: { Errors: { errorCode: "AMWS1000" } } },
      "The specified value is not valid.",
    ],
  ])("returns %s, wherever the answer has its status", async (_, status, problem) => {
    expect(await sitesFor(response({ Sites: null, ...status }))).toEqual({ sites: [], problem });
    expect(await sitesFor(response(null, status))).toEqual({ sites: [], problem });
  });

  it.each([
    [{ body: "{}" }, "malformed"],
    [{ body: JSON.stringify(response(null)) }, "malformed"],
    [{ body: "<!doctype html>" }, "malformed"],
    [{ status: 401, body: "{}" }, "failed"],
    [{ status: 400, body: '"by another user."' }, "failed", REFUSED],
  ])(
    "fails on %j as %s",
    async (gatewayAnswer, kind, message = "Something went wrong while getting available addresses") => {
      answer = gatewayAnswer;
      await expect(gateways().sites("YO99 9AA")).rejects.toMatchObject({
        kind,
        message,
        serverText: undefined,
      });
    },
  );
});

describe("the products gateway", () => {
  it("returns the products of an address, the fastest first", async () => {
    const availableProduct = [
      { productName: "A", chessProductName: null, downstreamSpeed: "80", upstreamSpeed: 20 },
      { productName: "B", chessProductName: "Fibre B", downstreamSpeed: 900, upstreamSpeed: null },
      { downstreamSpeed: "fast", upstreamSpeed: 1 },
    ];
    answer = { body: JSON.stringify({ availableProduct }) };
    expect(await gateways().products("A1&galk=A2")).toEqual([
      { name: "Fibre B", downstreamSpeed: 900, upstreamSpeed: "" },
      { name: "A", downstreamSpeed: 80, upstreamSpeed: 20 },
      { name: "Fibre", downstreamSpeed: "fast", upstreamSpeed: 1 },
    ]);
    const { pathname, searchParams } = new URL(lastRequest.url ?? "", "http://x");
    expect([pathname, searchParams.getAll("galk"), searchParams.get("subscription-key")]).toEqual([
      "/address-availability/available-products",
      ["A1&galk=A2"],
      KEY,
    ]);
    answer = { body: JSON.stringify({ availableProduct: availableProduct[0] }) };
    expect(await gateways().products("A1")).toHaveLength(1);
    answer = { body: JSON.stringify({ availableProduct: null }) };
    expect(await gateways().products("A1")).toEqual([]);
  });

  it("reports a field of an unexpected type", async () => {
    answer = { body: JSON.stringify({ availableProduct: [{ productName: "A", downstreamSpeed: "fast" }] }) };
    deviations.length = 0;
    await gateways().products("A1");
    expect(deviations).toContain(
      "GET address-availability/available-products availableProduct.downstreamSpeed",
    );
  });

  it("fails with its message, even if no gateway is configured", async () => {
    const message = "Something went wrong during getting available products";
    answer = { status: 503, body: "" };
    await expect(gateways().products("A1")).rejects.toMatchObject({ kind: "failed", message });
    const unconfigured = createFibreGateways(
      { addressesUrl: undefined, productsUrl: undefined, key: undefined, timeoutMs: 1 },
      {},
    );
    await expect(unconfigured.products("A1")).rejects.toMatchObject({ kind: "network", message });
  });
});
