import { describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { invalidMarkup } from "../support/html-validate.ts";
import { signedIn } from "../support/signed-in.ts";
import { messageOf, textOf, textsOf, type Page } from "../support/visitor.ts";
import { sql, world } from "../support/world.ts";

const FORM = "main form:has(input[name=intent])";

startWithAnna();

interface StoredLocation {
  readonly town: string;
  readonly notes: string;
  readonly post_code: string;
}

const list = "/account/locations";
const addressesOn = (page: Page) => textsOf(page, "#locations tbody [data-row-link]");

/** The id of the location whose first line begins with this text. */
function idOf(line1: string, client = "1001"): string {
  const row =
    sql`SELECT address_id AS id FROM addresses WHERE client_id = ${client} AND line1 LIKE ${`${line1}%`}`[0] as {
      id: number;
    };
  return String(row.id);
}

function stored(id: string): StoredLocation {
  const row = sql`SELECT * FROM addresses WHERE address_id = ${id}`[0];
  return row as unknown as StoredLocation;
}

describe("the list", () => {
  it("shows locations by address, and asks the API once", async () => {
    const [page, calls] = await world.api.record(() => anna.get(list));
    expect(page.$("label:contains('Search Locations')").length).toBe(1);
    expect(textOf(page)).toContain("Select a Location to update address information.");
    expect(page.$(`main a[href="${list}/new"]`).text()).toBe("Add New Location");
    const shown = addressesOn(page);
    expect(shown).toHaveLength(10);
    expect(shown).toEqual([...shown].sort(new Intl.Collator("en-GB", { numeric: true }).compare));
    expect(calls.filter(({ path }) => path === "/Address/Index")).toHaveLength(1);
  });

  it("says how to change a location, also while one is open", async () => {
    const open = await anna.get(`${list}/${idOf("12 Silver")}`);
    expect(textOf(open)).toContain("Select a Location to update address information.");
  });

  it.each(["silver STREET", "yo213bu", "ring twice"])("finds a location by '%s'", async (search) => {
    const page = await anna.get(`${list}?search=${encodeURIComponent(search)}`);
    expect(addressesOn(page).join()).toContain("12 Silver Street");
  });

  it("comes as a whole PDF", async () => {
    const page = await anna.get(`${list}/export.pdf`);
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(page.headers.get("content-disposition")).toContain("attachment; filename=locations.pdf");
    expect([page.text.slice(0, 5), page.text.trimEnd().slice(-5)]).toEqual(["%PDF-", "%%EOF"]);
  });

  it("comes as an error, never as half a PDF, when the API fails", async () => {
    world.provider.faults.add({ kind: "500", path: "/api/Address/Index", delayMs: 0 });
    const { status, headers } = await anna.get(`${list}/export.pdf`);
    expect([status, headers.get("content-disposition")]).toEqual([502, null]);
  });

  it.each(["/new", "/export.pdf", "/addresses?text=york"])(
    "is closed at %s to those without the role",
    async (path) => {
      const ben = await signedIn(world, "ben");
      expect((await ben.get(list + path)).status).toBe(403);
    },
  );
});

describe("the form", () => {
  it("shows the location beside the list, with the spec's buttons", async () => {
    const id = idOf("Plot 9");
    const page = await anna.get(`${list}/${id}?search=Tees`);
    expect(page.$("title").text()).toMatch(/^Customer Portal - Edit Location Details - Plot 9/);
    expect(page.$("main h2").text()).toBe("Edit Location Details");
    expect(page.$("[aria-current=true]").text()).toContain("Plot 9 Tees Gateway");
    const labels = page.$(`${FORM} label`).map((_, label) => page.$(label).text().replace(" (optional)", ""));
    expect(labels.get()).toEqual([
      "Search with autocomplete or type address manually",
      "Address Line 1",
      "Address Line 2",
      "Town",
      "County",
      "Postcode",
      "Notes",
    ]);
    expect(page.$("textarea[name=notes]").attr("rows")).toBe("8");
    expect(page.$("input[name=addressSearch]").attr("placeholder")).toBe("Start typing to find address");
    expect(textsOf(page, `${FORM} :is(button, a)`)).toEqual(
      expect.arrayContaining(["Save Location", "Cancel Without Saving", "Add New Location"]),
    );
    expect(page.$("a:contains('Cancel Without Saving')").attr("href")).toBe(`${list}?search=Tees`);
    expect(await invalidMarkup(page.text)).toEqual([]);
  });

  it("saves the whole object and goes back to the list", async () => {
    const id = idOf("Pine Store");
    const page = await anna.get(`${list}/${id}`);
    const [saved, calls] = await world.api.record(() =>
      anna.submit(page, FORM, { town: "Filey", notes: "Round the back" }),
    );
    expect([saved.status, saved.location]).toEqual([303, list]);
    const sent = JSON.parse(calls.find(({ method }) => method === "PUT")?.body ?? "{}") as object;
    expect(sent).toMatchObject({ addressId: Number(id), isValid: true, brokenRulesCollection: [] });
    expect(stored(id).notes).toBe("Round the back");
    const before =
      / successfully\. (.+) is now .*Filey.*\./.exec(messageOf(await anna.follow(saved)))?.[1] ?? "";
    expect(textOf(page)).toContain(`Now: ${before}. Changes apply as soon as you save them.`);
  });

  it("comes back as typed, with what is wrong, and nothing is saved", async () => {
    const page = await anna.get(`${list}/new`);
    expect(page.$("main h2").text()).toBe("Add New Location");
    expect(page.$(`${FORM} a:contains('Add New Location')`).length).toBe(0);
    const [refused, calls] = await world.api.record(() =>
      anna.submit(page, FORM, { line1: "", town: "<b>Leeds", postCode: "nonsense" }),
    );
    expect(refused.status).toBe(400);
    expect(refused.$("title").text()).toBe("Error: Customer Portal - Add New Location");
    const text = textOf(refused);
    expect(text).toContain("Please resolve the validation errors below before saving.");
    expect(text).toContain("Please enter the first line of the address.");
    expect(text).toContain("This field is in incorrect format");
    expect(refused.$("[name=town]").attr("value")).toBe("<b>Leeds");
    expect(calls.filter(({ path }) => path.startsWith("/Address/Create/"))).toEqual([]);
  });

  it("shows beside its field an error that only the API can know", async () => {
    const page = await anna.get(`${list}/new`);
    const typed = { line1: "12 Silver Street", town: "Whitby", postCode: "YO21 3BU" };
    const refused = await anna.submit(page, FORM, typed);
    expect(refused.status).toBe(400);
    expect(refused.$("#location-line1-error").text()).toContain("There is already a location");
  });

  it("adds a location once, however often the button was pressed", async () => {
    const page = await anna.get(`${list}/new`);
    const typed = { line1: "1 Double Street", town: "York", postCode: "YO1 6LF" };
    const presses = await Promise.all([anna.submit(page, FORM, typed), anna.submit(page, FORM, typed)]);
    expect(presses.map(({ status, location }) => [status, location])).toEqual([
      [303, list],
      [303, list],
    ]);
    const { n } = sql`SELECT count(*) AS n FROM addresses WHERE line1 = '1 Double Street'`[0] as {
      n: number;
    };
    expect(n).toBe(1);
  });

  it("settles two people's edits field by field", async () => {
    const id = idOf("Quayside House");
    const page = await anna.get(`${list}/${id}`);
    const conflict = await anna.submit(page, FORM, { town: "Conflict" });
    expect(conflict.status).toBe(409);
    expect(textOf(conflict)).toContain("by another user.");
    expect(textOf(conflict)).toContain("Use the side entrance.");
    const settling = "main form:has([name='conflict'])";
    const saved = await anna.submit(conflict, settling, { "choice.notes": "theirs", "choice.town": "yours" });
    expect(saved.status).toBe(303);
    expect(stored(id)).toMatchObject({ town: "Conflict", notes: "Use the side entrance." });
  });

  it("changes the primary address in the account menu too", async () => {
    const address = `${list}/${idOf("Quayside House")}`;
    const saved = await anna.submit(await anna.get(address), FORM, { line2: "Third floor", town: "Whitby" });
    expect(saved.status).toBe(303);
    expect((await anna.follow(saved)).$("header").text()).toContain("Third floor");
  });

  it("saves nothing when it is sent for another account", async () => {
    const page = await anna.get(`${list}/${idOf("Plot 9")}`);
    const other = await anna.submit(page, FORM, { account: "1002", notes: "Elsewhere" });
    expect(other.status).toBe(409);
    expect(stored(idOf("Plot 9")).notes).not.toBe("Elsewhere");
  });

  it("is Page Not Found for a location that doesn't exist or is another account's", async () => {
    const { id } = sql`SELECT address_id AS id FROM addresses WHERE client_id = '1003' LIMIT 1`[0] as {
      id: number;
    };
    for (const one of [String(id), "424242", "x", "-1"]) {
      const page = await anna.get(`${list}/${one}`);
      expect([page.status, page.$("h1").text()]).toEqual([404, "Page Not Found"]);
    }
  });
});
