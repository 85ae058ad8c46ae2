import { expect, it } from "vitest";
import { resourceOf } from "../../scripts/contract/openapi.ts";
import { portalApiCalls } from "../../scripts/contract/operations.ts";
import { fieldsOf, jsonSchema, type Field } from "../../scripts/contract/schema.ts";
import { anna, startWithAnna } from "../support/anna.ts";
import { changing } from "../support/changed-answers.ts";
import { pagesAndFiles } from "../support/every-page.ts";
import { signedIn } from "../support/signed-in.ts";
import { world } from "../support/world.ts";

startWithAnna();

/** A field that can have any text, so that a mark in it shows where it goes. */
const isFreeText = ({ path, type, format, words, codes }: Field) =>
  /^text\b/.test(type) && !format && !words && !codes && !path.endsWith("Id");

/** Puts a text at a path such as `items.notes`, in every object that has it. */
function put(value: unknown, [name = "", ...inner]: readonly string[], text: string): void {
  for (const object of [value].flat().filter((one) => typeof one === "object" && one !== null)) {
    const fields = object as Record<string, unknown>;
    if (inner.length > 0) put(fields[name], inner, text);
    else if (name in fields) fields[name] = text;
  }
}

it("every text that the contract calls shown is on a page, or the contract says what else it's for", async () => {
  const calls = (await portalApiCalls()).filter(({ operation }) => operation.method === "GET");
  const texts = calls.flatMap(({ call, operation }) =>
    fieldsOf(jsonSchema(operation.answer))
      .filter((field) => field.use === "shown" && isFreeText(field))
      .map((field) => ({ call, operation, ...field })),
  );
  const markOf = (index: number) => `qz${index}zq`;
  const script = changing((body, { path }) => {
    const called = calls.find(({ operation }) =>
      new RegExp(`^/${operation.path.replace(/\{\w+\}/, "[^/]+")}/?$`, "i").test(path),
    );
    for (const [index, { call, path: at }] of texts.entries()) {
      if (call !== called?.call) continue;
      const places = at.split(".");
      if (Array.isArray(body) && places[0] === "items") places.shift();
      put(body, places, markOf(index));
    }
    return body;
  });
  const pages: string[] = [];
  const paths = await pagesAndFiles(anna);
  await world.api.scripted(script, async () => {
    // The session keeps the account's summary.
    const visitor = await signedIn(world, "anna", "1001");
    for (const path of paths) pages.push((await visitor.get(path)).text);
  });
  const seen = pages.join();
  // A blank record and a list may leave out what another call of the resource has on its page.
  const nameOf = ({ operation, path }: (typeof texts)[number]) =>
    `${resourceOf(operation.path)} ${path.split(".").at(-1)}`;
  const seenNames = new Set(texts.filter((_, index) => seen.includes(markOf(index))).map(nameOf));
  expect(seenNames.size).toBeGreaterThan(70);
  const unsaid = texts.filter((text) => text.description === "" && !seenNames.has(nameOf(text)));
  expect(unsaid.map(({ call, path }) => `${call} ${path}`)).toEqual([]);
}, 120_000);
