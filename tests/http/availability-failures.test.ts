import { afterEach, describe, expect, it } from "vitest";
import { demoSecrets } from "#provider/demo-secrets.ts";
import { freePort } from "#server/testing/free-port.ts";
import { anna, startWithAnna } from "../support/anna.ts";
import type { ApiCall } from "../support/api-tap.ts";
import {
  callbackFor,
  checkerPath,
  choose,
  optionsOf,
  problemsOf,
  search,
} from "../support/availability-pages.ts";
import { textOf } from "../support/visitor.ts";
import { world } from "../support/world.ts";

const metricsPort = await freePort();
startWithAnna({ environment: { METRICS_PORT: String(metricsPort), LOG_LEVEL: "debug" } });

afterEach(() => world.provider.faults.clear());

const REFUSED_TEXT = "The availability check could not be carried out with the given details.";

it.each([
  ["YO99 3AA", "The specified value is not valid."],
  ["YO99 5AA", `The specified value is not valid. ${REFUSED_TEXT}`],
])(
  "a refusal by the address service is shown as the error of the postcode %s, and there is no Continue button",
  async (postCode, text) => {
    const page = await search(postCode);
    expect([page.status, problemsOf(page)]).toEqual([400, [`Postcode: ${text}`]]);
    expect(page.$("main select").length).toBe(0);
    expect(page.$("main button").text()).not.toContain("Continue");
  },
);

describe("a failure", () => {
  const ADDRESSES = "Something went wrong while getting available addresses";
  const PRODUCTS = "Something went wrong during getting available products";

  it.each([
    ["YO99 6AA", 502],
    ["YO99 8AA", 503],
  ])("of the address gateway is shown beside the typed postcode (%s)", async (postCode, status) => {
    const page = await search(postCode);
    expect(page.status).toBe(status);
    expect(textOf(page)).toContain(ADDRESSES);
    expect(page.$("main input[name=postCode]").val()).toBe(postCode);
    expect((await anna.get(checkerPath)).status).toBe(200);
  });

  it.each(["addresses", "products"])(
    "of the %s gateway, a 400 without a reason, shows a general message",
    async (part) => {
      world.provider.faults.add({ kind: "400", path: `/fibre/${part}`, delayMs: 0 });
      const page = await (part === "products" ? choose("YO99 9AA", "Gigabit House") : search("YO21 3AJ"));
      expect([page.status, textOf(page).includes(REFUSED_TEXT)]).toEqual([502, true]);
    },
  );

  it.each([["down", 503]] as const)(
    "of the address gateway (%s) is shown on the form",
    async (kind, status) => {
      world.provider.faults.add({ kind, path: "/fibre/addresses", delayMs: 0 });
      const page = await search("YO21 3AJ");
      expect([page.status, textOf(page).includes(ADDRESSES)]).toEqual([status, true]);
    },
  );

  it("of the products gateway keeps the list of addresses and the chosen one", async () => {
    const page = await choose("YO99 9AA", "Error House");
    expect([page.status, textOf(page).includes(PRODUCTS)]).toEqual([502, true]);
    expect(page.$("main option[selected]").text()).toContain("Error House");
    world.provider.faults.add({ kind: "down", path: "/fibre/products", delayMs: 0 });
    expect((await choose("YO99 9AA", "Gigabit House")).status).toBe(503);
  });

  it("to log the start of a check stops the check; a failure to log its end doesn't", async () => {
    const failing = (wanted: string) => (call: ApiCall) =>
      call.body.includes(`"status":"${wanted}"`) ? { status: 500, body: "{}" } : undefined;
    const stopped = await world.api.scripted(failing("Started"), () => search("YO21 3AJ"));
    expect(stopped.status).toBe(502);
    expect(textOf(stopped)).toContain("There was an error logging the Availability Checker activity.");
    const page = await world.api.scripted(failing("Completed"), async () =>
      anna.follow(await search("YO21 3AJ")),
    );
    expect(optionsOf(page)).toHaveLength(11);
  });

  it.each([
    ["01632 960500", 502, "Cannot create lead"],
    ["01632 960000", 503, "Cannot create lead"],
    ["01632 960400", 400, "Value is invalid"],
  ])("to create the lead keeps the typed phone number (%s)", async (phoneNumber, status, text) => {
    const page = await anna.submit(await callbackFor("YO99 0AA", ""), "main form", { phoneNumber });
    expect([page.status, textOf(page).includes(text)]).toEqual([status, true]);
    expect(page.$("main input[name=phoneNumber]").val()).toBe(phoneNumber);
  });
});

it("the key of the gateways is on no page, in no line of the log and in no metric", async () => {
  const pages = [
    await search("YO21 3AJ"),
    await anna.follow(await search("YO99 6AA")),
    await search("YO99 7AA"),
    await anna.follow(await choose("YO99 9AA", "Gigabit House")),
    await choose("YO99 9AA", "Error House"),
    await anna.get(`${checkerPath}.data`),
  ];
  const texts = pages.map(({ url, text, headers }) => url + text + JSON.stringify([...headers]));
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(metrics).toContain("POST GetAvailableAddresses");
  const lines = world.portal.log.map((line) => JSON.stringify(line));
  expect(lines.join()).toContain("form could not be saved");
  const leaks = [...texts, metrics, ...lines].filter(
    (text) => /subscription-key/i.test(text) || text.includes(demoSecrets.gatewayKey),
  );
  expect(leaks).toEqual([]);
});
