import { afterEach, describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import {
  callbackFor,
  checkerPath,
  choose,
  clearChecks,
  eventsOf,
  numberOf,
  optionsOf,
  problemsOf,
  rowsOf,
  search,
} from "../support/availability-pages.ts";
import { invalidMarkup } from "../support/html-validate.ts";
import { signedIn } from "../support/signed-in.ts";
import { headingOf, messageOf, textOf, textsOf, titleOf } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startWithAnna();

const PHONE = "01632 960123";

afterEach(clearChecks);

describe("a check", () => {
  it("leads from a postcode through its addresses and products to a callback, and is logged", async () => {
    const [found, searched] = await world.api.record(async () => anna.follow(await search(" yo21  3aj ")));
    expect(titleOf(found)).toBe("Customer Portal - FTTP Availability Checker");
    expect(headingOf(found)).toBe("FTTP Availability Checker");
    expect(optionsOf(found).slice(0, 3)).toEqual([
      "Please choose...",
      "1 Skinner Street, WHITBY, YO21 3AJ",
      "3 Skinner Street, WHITBY, YO21 3AJ",
    ]);
    expect(found.$("main input[name=postCode]").length).toBe(0);
    const [{ correlation_id: id } = { correlation_id: "" }] = rowsOf("availability_events");
    expect(new URL(found.url).search).toBe(`?check=${String(id)}`);

    const address = "11 Skinner Street, WHITBY, YO21 3AJ";
    const [products, asked] = await world.api.record(async () =>
      anna.follow(await anna.submit(found, "main form", { address: numberOf(found, address) })),
    );
    expect(new URL(products.url).pathname).toBe(`${checkerPath}/product-availability`);
    expect(textOf(products)).toContain("Download up to 900 Mbps");
    expect(textOf(products)).toContain(address);
    expect(products.$("main svg path[stroke-dasharray]").attr("stroke-dasharray")).toBe("900 1000");
    expect(textsOf(products, "main tbody th")).toEqual(
      ["900", "550", "330", "160", "80", "40"].map((speed) => `Larkfield Fibre ${speed}`),
    );
    expect(eventsOf([...searched, ...asked])).toEqual([
      { category: "AddressSearch", message: "YO21 3AJ", correlationId: "", status: "Started" },
      { category: "AddressSearch", message: "YO21 3AJ: 10 found", correlationId: id, status: "Completed" },
      { category: "ProductSearch", message: address, correlationId: id, status: "Started" },
      { category: "ProductSearch", message: `${address}: 6 found`, correlationId: id, status: "Completed" },
    ]);

    const order = products.$("main table a:contains('Ready to Order')").eq(1);
    const callback = await anna.get(order.attr("href") ?? "");
    expect(textOf(callback)).toContain("Larkfield Fibre 550, 550 Mbps");
    const [sent, calls] = await world.api.record(() =>
      anna.submit(callback, "main form", { phoneNumber: "+44 (1632) 960-123" }),
    );
    const confirm = await anna.follow(sent);
    expect(new URL(confirm.url).pathname).toBe(`${checkerPath}/confirm`);
    expect(textOf(confirm)).toContain("We will be in touch shortly");
    expect(textOf(confirm)).toContain("within 48 hours");
    expect(textOf(confirm)).toContain("call them on 0344 770 6000 and choose option 4");
    const leads = calls.filter(({ path }) => path === "/FttpAvailabilityCheck/CreateLead");
    expect(leads.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      {
        addressFound: address,
        productSelected: "Larkfield Fibre 550",
        speed: 550,
        maxSpeed: 900,
        phoneNumber: "01632960123",
        correlationId: id,
      },
    ]);
    for (const { text } of [found, products, callback, confirm])
      expect(await invalidMarkup(text)).toEqual([]);
    // Another address of the postcode needs no new search.
    expect(confirm.$("main a:contains('Check Another Address')").attr("href")).toBe(
      `${checkerPath}?check=${String(id)}`,
    );
  });

  it.each([
    ["YO99 0XX", "for which nothing matches"],
    ["YO99 0AA", "which has neither sites nor errors"],
  ])("of %s, %s, leads straight to the callback", async (postCode) => {
    const page = await anna.follow(await search(postCode));
    expect(new URL(page.url).pathname).toBe(`${checkerPath}/request-callback`);
    expect(textOf(page)).toContain("We couldn't find your address");
    expect(textOf(page)).toContain("call our sales team on 0344 770 6000 and choose option 4");
    const confirm = await anna.follow(await anna.submit(page, "main form", { phoneNumber: PHONE }));
    expect(rowsOf("availability_leads")).toMatchObject([
      { address_found: "", product_selected: "", speed: 0 },
    ]);
    expect(confirm.$("main a:contains('Check Another Address')").attr("href")).toBe(checkerPath);
  });

  it("of an address without fibre leads to a callback that keeps the address", async () => {
    const page = await callbackFor("YO99 9AA", "No Fibre Yet House");
    expect(textOf(page)).toContain("Fibre isn't available here yetWe'll keep your address and let you know");
    await anna.submit(page, "main form", { phoneNumber: PHONE });
    expect(rowsOf("availability_leads")).toMatchObject([
      {
        address_found: "No Fibre Yet House, Rare Street, WHITBY, YO99 9AA",
        product_selected: "",
        max_speed: 0,
      },
    ]);
  });

  it.each([
    ["Gigabit House", "1 Gbps", "999 1000", ["1 Gbps", "998 Mbps", "550 Mbps"]],
    ["Odd Speeds House", undefined, undefined, ["up to a lot"]],
    ["Hostile", "330 Mbps", "330 1000", ["330 Mbps"]],
  ])("shows the speeds at %s", async (house, maxSpeed, dial, downloads) => {
    const page = await anna.follow(await choose("YO99 9AA", house));
    expect(textOf(page).match(/Download up to (\d Gbps|\d+ Mbps)/)?.[1]).toBe(maxSpeed);
    expect(page.$("main svg path[stroke-dasharray]").attr("stroke-dasharray")).toBe(dial);
    expect(textsOf(page, "main td[data-label=Download]")).toEqual(downloads);
    expect(page.$("main").find("img, script, b").length).toBe(0);
  });

  it("of an address that isn't in the list still leads to a callback", async () => {
    const found = await anna.follow(await search("YO99 1AA"));
    expect(optionsOf(found)).toHaveLength(2);
    const page = await anna.get(found.$("main a:contains('My address')").attr("href") ?? "");
    expect(textOf(page)).toContain("We couldn't find your address");
  });

  it("doesn't mix up the addresses and products of two tabs, even after going back", async () => {
    const one = await anna.follow(await search("YO99 9AA"));
    const other = await anna.follow(await search("YO21 3AJ"));
    const gigabit = await anna.submit(one, "main form", { address: numberOf(one, "Gigabit House") });
    const two = await anna.submit(one, "main form", { address: numberOf(one, "Two Gigabit") });
    const [first, second] = [await anna.follow(gigabit), await anna.follow(two)];
    expect(optionsOf(await anna.get(other.url))).toHaveLength(11);
    expect(textOf(await anna.get(first.url))).toContain("Larkfield Fibre 998");
    expect(textOf(await anna.get(second.url))).toContain("Larkfield Fibre 2000");
    expect(optionsOf(await anna.get(one.url))).toEqual(optionsOf(one));
  });

  it("starts from a location's page; `?postcode=` fills in the search field", async () => {
    const locations = await anna.get("/account/locations");
    const location = await anna.get(locations.$("main tbody a").first().attr("href") ?? "");
    const here = location.$(`main form[action="${checkerPath}"]`);
    const postCode = String(here.find("input[name=postCode]").val());
    expect(postCode).toBe(location.$("main input[name=postCode]").first().val());
    await anna.submit(location, `main form[action="${checkerPath}"]`);
    expect(rowsOf("availability_events")[0]).toMatchObject({ message: postCode });
    expect((await anna.get("/account/locations/new")).$(`main form[action="${checkerPath}"]`).length).toBe(0);
    const filled = await anna.get(`${checkerPath}?postcode=YO21+3AJ`);
    expect(filled.$("main input[name=postCode]").val()).toBe("YO21 3AJ");
  });
});

describe("the checker", () => {
  it.each(["", "<b>YO1</b>"])("refuses %j as a postcode", async (postCode) => {
    const [page, calls] = await world.api.record(() => search(postCode));
    expect([page.status, problemsOf(page)]).toEqual([400, ["Enter a valid postcode"]]);
    expect(page.$("main input[name=postCode]").val()).toBe(postCode);
    expect(titleOf(page)).toMatch(/^Error: /);
    expect(eventsOf(calls)).toEqual([]);
  });

  it.each(["", "99"])("refuses %j as a choice of an address", async (address) => {
    const found = await anna.follow(await search("YO99 9AA"));
    const page = await anna.submit(found, "main form", { address });
    expect([page.status, problemsOf(page)]).toEqual([400, ["Choose an address"]]);
    expect(optionsOf(page)).toEqual(optionsOf(found));
  });

  it.each([
    ["", ""],
    ["+33 1 23", ": we need a UK number"],
  ])("refuses phone number %j", async (phoneNumber, reason) => {
    const page = await anna.submit(await callbackFor("YO99 0AA", ""), "main form", { phoneNumber });
    expect([page.status, problemsOf(page)]).toEqual([400, [`Input valid phone number${reason}`]]);
    expect(page.$("main input[name=phoneNumber]").val()).toBe(phoneNumber);
    expect(rowsOf("availability_leads")).toEqual([]);
  });
});

it("a request for a callback is made once, in however many tabs it is sent; another number or product makes another one", async () => {
  const page = await callbackFor("YO99 9AA", "Two Gigabit House");
  const send = (phoneNumber: string) => anna.submit(page, "main form", { phoneNumber });
  const sent = await Promise.all([send(PHONE), send(PHONE), send("(01632) 960-123")]);
  expect(new Set(sent.map(({ location }) => location?.replace(/\?.*/, "")))).toEqual(
    new Set([`${checkerPath}/confirm`]),
  );
  const again = await anna.submit(await anna.get(page.url), "main form", { phoneNumber: PHONE });
  expect([again.status, rowsOf("availability_leads").length]).toEqual([303, 1]);
  await send("01632 960124");
  await send("+33 1 23 45 67 89");
  const products = await anna.get(page.url.replace("request-callback", "product-availability"));
  const other = products.$("main table a").last().attr("href") ?? "";
  await anna.submit(await anna.get(other), "main form", { phoneNumber: PHONE });
  const leads = rowsOf("availability_leads").map(({ phone_number, speed }) => [phone_number, speed]);
  expect(leads).toEqual([
    ["01632960123", 2000],
    ["01632960124", 2000],
    ["+33 1 23 45 67 89", 2000],
    ["01632960123", 900],
  ]);
});

describe("the pages after the search", () => {
  it.each(["/product-availability", "/request-callback", "/confirm"])(
    "redirect to the search without a check of the current account (%s)",
    async (page) => {
      const { location = "" } = await search("YO99 1AA");
      const check = new URL(location, world.portal.url).searchParams.get("check") ?? "";
      expect((await anna.get(checkerPath + page)).location).toBe(checkerPath);
      expect((await anna.get(`${checkerPath}${page}?check=no-such-check`)).location).toBe(checkerPath);
      expect((await anna.get(`${checkerPath}/confirm?check=${check}`)).location).toBe(checkerPath);
      const other = await signedIn(world, "ben");
      expect((await other.get(`${checkerPath}${page}?check=${check}&address=0`)).location).toBe(checkerPath);
      if (page !== "/confirm") expect(messageOf(await other.get(checkerPath))).toContain("has ended");
    },
  );

  it("redirect to the step that's still missing", async () => {
    const found = await anna.follow(await search("YO99 9AA"));
    const base = new URL(found.url).pathname + new URL(found.url).search;
    const query = new URL(found.url).search;
    for (const rest of ["&address=1", "&address=99", "&address=x", "&address="])
      for (const page of ["product-availability", "request-callback"])
        expect((await anna.get(`${checkerPath}/${page}${query}${rest}`)).location).toBe(base);
    expect((await anna.get(`${checkerPath}/product-availability${query}`)).location).toBe(base);
    const products = await anna.submit(found, "main form", { address: numberOf(found, "Gigabit House") });
    for (const product of ["", "&product=7", "&product=x"]) {
      const callback = (products.location ?? "").replace("product-availability", "request-callback");
      expect((await anna.get(callback + product)).location).toBe(products.location);
    }
    const none = await anna.submit(found, "main form", { address: numberOf(found, "No Fibre") });
    const instead = (none.location ?? "").replace("request-callback", "product-availability");
    expect((await anna.get(instead)).location).toBe(none.location);
  });

  it("refuse a form of another account after a switch in another tab", async () => {
    const pages = [
      await anna.get(checkerPath),
      await anna.follow(await search("YO99 1AA")),
      await callbackFor("YO99 9AA", "Gigabit House"),
    ];
    await anna.post("/switch-account", { account: "1002" });
    for (const page of pages) {
      const sent = await anna.submit(page, "main form", { phoneNumber: PHONE });
      expect([sent.status, headingOf(sent)]).toEqual([409, "You've switched accounts"]);
    }
    await anna.post("/switch-account", { account: "1001" });
    expect(rowsOf("availability_leads")).toEqual([]);
  });
});
