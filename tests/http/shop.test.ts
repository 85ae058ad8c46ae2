import { expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { signedIn } from "../support/signed-in.ts";
import { headingOf, textOf, textsOf } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startWithAnna();

const SHOP = "/shop/devices";
const FAILURE = "There was an error getting the Mercato redirect URL";

/** What `?go` answers while the API says this. */
const going = (answer: unknown, status = 200) =>
  world.api.answering("/Order/GetMercatoRedirectUrl", { status, body: JSON.stringify(answer) }, () =>
    anna.get(`${SHOP}?go`),
  );

it("the page waits three seconds, also without scripts, and then goes to the shop", async () => {
  const [page, calls] = await world.api.record(() => anna.get(SHOP));
  expect([page.status, headingOf(page)]).toEqual([200, "Devices Shop"]);
  expect(textOf(page)).toContain("Please wait, you are being redirected to Device Solutions...");
  expect(page.text).toContain(
    `<noscript><meta http-equiv="refresh" content="3; url=${SHOP}?go"/></noscript>`,
  );
  expect(page.$(`main a[href="${SHOP}?go"]`).text()).toBe("Go to Device Solutions");
  expect(calls.filter(({ path }) => path.startsWith("/Order"))).toEqual([]);
  const shop = await anna.get(`${SHOP}?go`);
  expect([shop.status, shop.location]).toEqual([303, `${world.provider.url}/device-solutions?ticket=demo`]);
});

it("a prefetch asks the API for no address of the shop", async () => {
  const [page, calls] = await world.api.record(() => anna.get(`${SHOP}?go`, { "sec-purpose": "prefetch" }));
  expect([page.status, calls.filter(({ path }) => path.startsWith("/Order"))]).toEqual([200, []]);
});

it("the provider's messages are shown in place of the shop", async () => {
  const retail = await signedIn(world, "anna", "1002");
  const page = await retail.get(`${SHOP}?go`);
  expect(textsOf(page, "main [role=alert] p")).toEqual([
    "Your account isn't set up for Device Solutions yet.",
    "Please ask your account manager for a catalogue.",
  ]);
  expect(page.text).not.toContain('http-equiv="refresh"');
  const told = { redirectUrl: `${world.provider.url}/in`, validationMessages: ["Not for <you>."] };
  expect((await going(told)).$("main [role=alert]").text()).toBe("Error: Not for <you>.");
});

it.each(["https://evil.example/", "javascript:alert(1)", "http://localhost:1/", "/dashboard", null])(
  "the address %j isn't followed",
  async (redirectUrl) => {
    const page = await going({ redirectUrl, validationMessages: null });
    expect([page.status, page.location, textOf(page).includes(FAILURE)]).toEqual([502, undefined, true]);
    expect(page.text).not.toContain("evil");
  },
);

it.each([500, 404])("a %i of the API leads to an error page, not to the shop", async (status) => {
  const page = await going({}, status);
  expect([page.status >= 400, page.location]).toEqual([true, undefined]);
  if (status !== 404) expect(textOf(page)).toContain(FAILURE);
});
