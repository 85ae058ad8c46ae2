import { expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { cardText } from "../support/signed-in.ts";
import { world } from "../support/world.ts";

startWithAnna();

it("a part of the dashboard that the API doesn't answer in time says which", async () => {
  const hang = ({ path }: { readonly path: string }) =>
    /Quote/.test(path) ? new Promise<undefined>(() => undefined) : undefined;
  const page = await world.api.scripted(hang, () => anna.get("/dashboard"));
  expect(cardText(page, "Needs your attention")).toContain("There was an error loading quotes.");
});
