import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createAddress,
  getAddressToEdit,
  getBlankAddress,
  listAddresses,
  updateAddress,
  type Address,
} from "#app/portal-api/addresses.ts";
import { getClientSummary } from "#app/portal-api/clients.ts";
import { toText } from "#app/portal-api/shapes.ts";
import { startTestProvider, type TestProvider } from "#provider/test-provider.ts";
import { apiFor } from "./testing/api-for.ts";

describe("locations", () => {
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await startTestProvider();
  });
  afterAll(() => provider.close());

  const anna = (clientId = "1001") => apiFor(provider, "Anna", clientId);
  const open = async (line1: string) => {
    const location = (await anna().call(listAddresses, {})).find((address) => address.line1 === line1);
    if (!location) return expect.fail(`no location ${line1}`);
    return anna().call(getAddressToEdit, { params: { id: String(location.addressId) } });
  };
  const save = (address: Address, changes: Partial<Address>) =>
    anna().call(updateAddress, { body: { ...address, ...changes } });
  const add = async (fields: Partial<Address>) => {
    const blank = await anna().call(getBlankAddress, {});
    return anna().call(createAddress, { body: { ...blank, ...fields } });
  };

  test("the list has the account's locations, sorted by address, with hostile texts unchanged", async () => {
    const addresses = await anna().call(listAddresses, {});
    expect(addresses).toHaveLength(12);
    const lines = addresses.map(({ line1 }) => toText(line1).toLowerCase());
    expect(lines).toEqual([...lines].sort());
    expect(addresses.map(({ notes }) => notes)).toContainEqual(expect.stringContaining("<script>"));
    expect(addresses.map(({ notes }) => notes)).toContainEqual(expect.stringMatching(/^=HYPERLINK/));
    await expect(anna("1002").call(listAddresses, {})).resolves.toHaveLength(2);
  });

  test("a location has its address as one text, with and without the postcode", async () => {
    await expect(open("Quayside House")).resolves.toMatchObject({
      fullAddress: "Quayside House, 14 Fisher Street, Whitby, North Yorkshire, YO21 3PU",
      fullAddressWithoutPostCode: "Quayside House, 14 Fisher Street, Whitby, North Yorkshire",
      searchField: "quayside house 14 fisher street whitby north yorkshire yo21 3pu",
    });
  });

  test("a new location has no id, and is in the list after it was saved", async () => {
    await expect(anna().call(getBlankAddress, {})).resolves.toMatchObject({ addressId: -1, isNew: true });
    await add({ line1: "1 New Street", town: "Leeds", postCode: "ls1 5hd" });
    await expect(open("1 New Street")).resolves.toMatchObject({ postCode: "LS1 5HD", isNew: false });
  });

  test("a change of the primary address is stored and shows in the client's summary", async () => {
    await save(await open("Quayside House"), { line2: "15 Fisher Street" });
    const summary = await anna().call(getClientSummary, {});
    expect(summary.address?.line2).toBe("15 Fisher Street");
  });

  test("a save that breaks rules or repeats a location is refused", async () => {
    await expect(add({ line1: " ", town: "", postCode: "LS1 5H" })).rejects.toMatchObject({
      kind: "rejected",
      brokenRules: [
        { property: "Line1", ruleName: "Required" },
        { property: "Town", ruleName: "Required" },
        { property: "PostCode", ruleName: "PostCode", description: "" },
      ],
    });
    await expect(
      add({ line1: "pine store", town: "Scarborough", postCode: "YO111TX" }),
    ).rejects.toMatchObject({ brokenRules: [{ property: "Line1", ruleName: "UniqueAddress" }] });
    await expect(add({ line1: "2 New Street", town: "Banned", postCode: "LS1 5HD" })).rejects.toMatchObject({
      brokenRules: [{ property: "Town", description: "" }],
    });
  });

  test("the second of two saves is refused with a text that ends as the portal expects", async () => {
    const address = await open("Goathland Timber Yard");
    await save(address, { notes: "First" });
    const error = save(address, { notes: "Second" });
    await expect(error).rejects.toMatchObject({ kind: "conflict", status: 400 });
    await expect(error).rejects.toMatchObject({
      serverText: expect.stringMatching(
        /^Anna Archer has saved this location .* by another user\.$/,
      ) as string,
    });
    await expect(open("Goathland Timber Yard")).resolves.toMatchObject({ notes: "First" });
  });

  test("the town 'Conflict' causes one conflict, and 'Error500' an error", async () => {
    const address = await open("Plot 9 Tees Gateway");
    await expect(save(address, { town: "Error500" })).rejects.toMatchObject({ kind: "failed" });
    await expect(save(address, { town: "Conflict" })).rejects.toMatchObject({ kind: "conflict" });
    const changed = await open("Plot 9 Tees Gateway");
    expect(changed.notes).toBe("Use the side entrance.");
    await save(changed, { town: "Conflict" });
    await expect(open("Plot 9 Tees Gateway")).resolves.toMatchObject({ town: "Conflict" });
  });

  test("every user of the account may list its locations, and only its administrators may edit them", async () => {
    const ben = apiFor(provider, "Ben", "1001");
    await expect(ben.call(listAddresses, {})).resolves.not.toHaveLength(0);
    const params = { id: "1" };
    await expect(ben.call(getAddressToEdit, { params })).rejects.toMatchObject({ kind: "forbidden" });
    await expect(anna("1002").call(getAddressToEdit, { params })).rejects.toMatchObject({ kind: "notFound" });
    const body = await anna().call(getAddressToEdit, { params });
    await expect(anna("1002").call(updateAddress, { body })).rejects.toMatchObject({ kind: "notFound" });
  });
});
