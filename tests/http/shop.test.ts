import { expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { signedIn } from "../support/signed-in.ts";
import { headingOf, textOf } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startWithAnna();

const SHOP = "/shop/devices";
const FAILURE = "There was an error getting the Mercato redirect URL";

/** What `?go` answers while the API says this. */
const going = (answer: unknown, status = 200) =>
  world.api.scripted(
    ({ path }) =>
      path === "/Order/GetMercatoRedirectUrl" ? { status, body: JSON.stringify(answer) } : undefined,
    () => anna.get(`${SHOP}?go`),
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

it("the API may answer the address as bare text, too", async () => {
  const url = `${world.provider.url}/in`;
  expect((await going(url)).location).toBe(url);
  for (const body of [url, `\uFEFF${url}\r\n`, `"${url}"`]) {
    const answer = { headers: { "content-type": "text/plain; charset=utf-8" }, body };
    const page = await world.api.scripted(
      ({ path }) => (path === "/Order/GetMercatoRedirectUrl" ? answer : undefined),
      () => anna.get(`${SHOP}?go`),
    );
    expect([page.status, page.location]).toEqual([303, url]);
  }
});

it("the provider's messages are shown in place of the shop", async () => {
  const retail = await signedIn(world, "anna", "1002");
  const page = await retail.get(`${SHOP}?go`);
  const messages = page.$("main [role=alert] p").map((_, one) => page.$(one).text());
  expect(messages.get()).toEqual([
    "Your account is not set up for Device Solutions yet.",
    "Please ask your account manager for a catalogue.",
  ]);
  expect(page.text).not.toContain('http-equiv="refresh"');
  const brokenRulesCollection = [{ property: "", ruleName: "x", description: "Not for <you>.", severity: 0 }];
  for (const [answer, status] of [
    [{ brokenRulesCollection }, 400],
    ["Not for <you>.", 400],
    [{ message: "Not for <you>." }, 400],
    [{ redirectUrl: null, validationMessages: ["Not for <you>."] }, 400],
    [{ redirectUrl: `${world.provider.url}/in`, validationMessages: ["Not for <you>."] }, 200],
  ] as const) {
    const refused = await going(answer, status);
    expect(refused.$("main [role=alert]").text()).toBe("Error: Not for <you>.");
  }
});

it.each([
  "https://evil.example/",
  "//evil.example/",
  "javascript:alert(1)",
  "data:text/html,x",
  "http://localhost:1/",
  "/dashboard",
  "",
  null,
  { url: "https://evil.example/" },
])("the address %j is not followed", async (redirectUrl) => {
  const page = await going({ redirectUrl, validationMessages: null });
  expect([page.status, page.location, textOf(page).includes(FAILURE)]).toEqual([502, undefined, true]);
  expect(page.text).not.toContain("evil");
});

it.each([500, 503, 404])("a %i of the API leads to an error page, not to the shop", async (status) => {
  const page = await going({}, status);
  expect([page.status >= 400, page.location]).toEqual([true, undefined]);
  if (status !== 404) expect(textOf(page)).toContain(FAILURE);
});
