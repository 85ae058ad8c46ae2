import { expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { world } from "../support/world.ts";

startWithAnna({ environment: { API_ANSWER_MB: "2" } });

it("an answer of the API whose page would hand more than a megabyte to its scripts is shown without scripts", async () => {
  const edited = (text: string) => {
    const names = ["address1", "address2", "address3", "town", "county", "postcode", "accessNotes"];
    return JSON.stringify({
      addressId: "1",
      rowVersion: "1",
      ...Object.fromEntries(names.map((name) => [name, name + text])),
    });
  };
  for (const [length, hasScripts] of [
    [10, true],
    [100_000, false],
  ] as const) {
    const reply = await world.api.answering("/Address/Edit/1", { body: edited('"'.repeat(length)) }, () =>
      anna.get("/account/locations/1"),
    );
    expect(reply.text.includes("__remixContext")).toBe(hasScripts);
    expect(reply.text).toContain("Save Location");
  }
});
