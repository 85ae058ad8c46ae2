import { describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { changing } from "../support/changed-answers.ts";
import { readPdf } from "../support/pdf.ts";
import { cardText, signedIn } from "../support/signed-in.ts";
import { attributesOf, headingOf, textOf, textsOf, type Page } from "../support/visitor.ts";
import { sql, world } from "../support/world.ts";

startWithAnna();

const LIST = "/products/subscriptions";
const cellsOf = (page: Page, label: string) => textsOf(page, `#subscriptions [data-label='${label}']`);
const statusesOf = (page: Page) => new Set(cellsOf(page, "Status"));
const shownBy = (page: Page) => page.$("#subscriptions [role=status]").text();

/** The address of the demo's licence with these notes. */
function pathOf(notes: string): string {
  const find = world.provider.db.prepare("SELECT licence_id FROM licences WHERE notes = ?");
  return `${LIST}/${find.get(notes)?.["licence_id"]}`;
}

function raw(path: string, visitor = anna): Promise<Response> {
  return fetch(new URL(path, world.portal.url), {
    redirect: "manual",
    headers: { cookie: `session=${visitor.cookie("session")}` },
  });
}

describe("the list", () => {
  it("shows all but expired subscriptions, the newest first, and says in words when each ends", async () => {
    const page = await anna.get(`${LIST}?size=100`);
    expect(statusesOf(page)).toEqual(new Set(["Active", "Expires Soon", "No expiry date set"]));
    const issued = cellsOf(page, "Issue Date").map((date) => date.split("/").reverse().join("-"));
    expect(issued).toEqual(issued.toSorted().reverse());
    const ends = cellsOf(page, "Expires");
    for (const words of ["today", "tomorrow", "in 90 days", "in 91 days"])
      expect(ends.some((end) => end.endsWith(` ${words}`) && /^\d\d\/\d\d\/\d{4} /.test(end))).toBe(true);
    expect(ends.filter((end) => end === "")).toHaveLength(4);
  });

  it("filters as the address says, and what never expires comes last", async () => {
    const expired = await anna.get(`${LIST}?status=expired`);
    expect(statusesOf(expired)).toEqual(new Set(["Expired"]));
    const byEnd = await anna.get(`${LIST}?sort=expires&size=100`);
    expect(cellsOf(byEnd, "Expires")[0]).toMatch(/ today$/);
    expect(cellsOf(byEnd, "Expires").slice(-4)).toEqual(["", "", "", ""]);
    const found = await anna.get(`${LIST}?search=forty+keycodes`);
    expect(found.$("#subscriptions tbody th a").attr("href")).toContain(pathOf("Forty keycodes"));
    const shell = await anna.get("/search?q=forty+keycodes");
    expect(shell.$("#subscriptions li a").attr("href")).toBe(pathOf("Forty keycodes"));
  });

  it("shows a status by its name in .NET as that status, another word as it is, and a number as one", async () => {
    const sent = ["ExpiresSoon", "Suspended", 0];
    const script = changing((body) => {
      const items = (body as { items: object[] }).items.slice(0, sent.length);
      return { items: items.map((item, index) => ({ ...item, status: sent[index] })) };
    });
    const all = `${LIST}?${["active", "expires-soon", "no-expiry", "expired"].map((one) => `status=${one}`).join("&")}`;
    const page = await world.api.scripted(script, () => anna.get(all));
    expect(statusesOf(page)).toEqual(new Set(["Expires Soon", "Suspended", "Status 0"]));
  });

  it("says how many end within 90 days, and which is the next", async () => {
    const page = await anna.get(LIST);
    const strip = page.$("main section[aria-label='What expires']").text();
    // Of the demo's subscriptions 19 expire in 0 to 90 days.
    expect(strip).toMatch(/^Expire within 90 days19Next to expire\w+, today/);
    const soon = await anna.get(page.$("main section[aria-label='What expires'] dd a").attr("href") ?? "");
    expect(soon.$("main section ul li").length).toBe(19);
  });
});

it("one subscription shows its row and its breakdown, and leads back to the list as it was left", async () => {
  const list = await anna.get(`${LIST}?search=forty+keycodes&sort=expires`);
  const page = await anna.get(list.$("#subscriptions tbody th a").attr("href") ?? "");
  expect(page.$("main a:contains('Back to Subscriptions')").attr("href")).toBe(
    `${LIST}?search=forty+keycodes&sort=expires`,
  );
  expect(cardText(page, "Subscription Breakdown")).toMatch(
    /^Subscription BreakdownVendor\S.+Username.+@.+Password•+Show passwordAll Keycode Details•+Show keycodes$/,
  );
  const hostile = await anna.get(pathOf("No password"));
  expect(cardText(hostile, "Subscription Breakdown")).toContain("Username–Not givenPassword–Not given");
  for (const id of ["33001", "999999", "x"]) {
    const unknown = await anna.get(`${LIST}/${id}`);
    expect([unknown.status, headingOf(unknown)]).toEqual([404, "Page Not Found"]);
  }
});

describe("passwords and keycodes", () => {
  const password = "canary-pass-1";
  const keycodes = ["CANARY-KEY-1", "CANARY-KEY-2"];
  const canary = /canary/i;
  const FORM = "main form:has(button[name=show])";

  function plant(): string {
    const set = world.provider.db.prepare(
      "UPDATE licences SET password = ?, keycodes = ? WHERE licence_id = ?",
    );
    set.run(password, keycodes.join("\r\n"), 31_020);
    return `${LIST}/31020`;
  }
  const show = async (path: string, name: string) => anna.submit(await anna.get(path), FORM, { show: name });

  it("are nowhere but in the answer to the post that asked for them", async () => {
    const path = plant();
    const silent = [
      ...[path, `${path}.data`, LIST, `${LIST}.data`, `${LIST}?size=100&status=active&status=expired`],
      ...[
        `${LIST}/export.csv`,
        "/coming-up",
        "/coming-up.data",
        "/coming-up/calendar.ics",
        "/search?q=adobe",
        "/search.data?q=adobe",
      ],
    ];
    for (const one of silent) {
      const { status, text, headers } = await anna.get(one);
      expect([one, status, canary.test(text)]).toEqual([one, 200, false]);
      expect(headers.get("cache-control")).toContain("no-store");
    }
    for (const secret of [password, ...keycodes])
      expect(shownBy(await anna.get(`${LIST}?search=${secret}`))).toBe("No subscriptions to show");
    const shown = await show(path, "password");
    expect([shown.status, shown.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(cardText(shown, "Subscription Breakdown")).toContain(`Password${password}`);
    expect(shown.text).not.toContain(keycodes[0]);
    const other = await show(path, "keycodes");
    expect(cardText(other, "Subscription Breakdown")).toContain(keycodes.join(""));
    expect(other.text).not.toContain(password);
    // When the page is asked for again, it hides them.
    expect((await anna.get(path)).text).not.toMatch(canary);
    const dataOf = (body: string) =>
      anna.post(`${path}.data`, new URLSearchParams(body), { "sec-fetch-mode": "cors" });
    const byScript = await dataOf("account=1001&show=password");
    expect(byScript.text).toContain(password);
    expect(byScript.headers.get("cache-control")).toBe("no-store");
    const odd = await dataOf("account=1001&show=all");
    expect([odd.status, canary.test(odd.text)]).toEqual([400, false]);
    expect(JSON.stringify(world.portal.log)).not.toMatch(canary);
  });

  it("leave a line in the audit trail: who was shown which field of which subscription", async () => {
    await show(plant(), "keycodes");
    const told = world.portal.log.findLast(({ audit }) => audit === "secret");
    const actor = { user: expect.stringMatching(/^[\w-]{16}$/), kind: "customer", account: "1001" };
    const entry = { msg: "audit", outcome: "shown", field: "keycodes", licence: "31020" };
    expect(told).toMatchObject({ ...entry, actor, time: expect.any(String) });
  });

  it("are shown only in the form's account, to a holder of the role, for a subscription of the account", async () => {
    const path = plant();
    const refusals = [
      await anna.post(path, { account: "1002", show: "password" }),
      await anna.post(path, { show: "password" }),
      await (await signedIn(world, "ben")).post(path, { account: "1001", show: "password" }),
      await anna.post(`${LIST}/33001`, { account: "1001", show: "password" }),
      await world.visitor().post(path, { account: "1001", show: "password" }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([409, 409, 403, 404, 303]);
    for (const { text } of refusals) expect(text).not.toMatch(canary);
  });
});

describe.each([
  ["subscriptions", "licences", "licence_id", "notes", "subscription", "License"],
  ["quotes", "quotes", "quote_id", "details", "quote", "Quote"],
  ["returns", "returns", "rma", "product_description", "return", "Return"],
])("the files of %s", (area, table, key, column, thing, folder) => {
  const pathTo = (words: string) => {
    const row = sql(`SELECT ${key} AS id FROM ${table} WHERE ${column} = ?`, words)[0];
    return `/products/${area}/${row?.["id"]}`;
  };
  const linksOf = (page: Page) => attributesOf(page, "#download li a", "href");
  const failure = `There was an error downloading ${thing} file`;
  /** The log's lines about failed downloads. */
  const failedDownloads = () =>
    world.portal.log.filter(({ call }) => String(call).startsWith(`GET ${folder}_{id}/`));

  it("are offered, however the listing looks", async () => {
    const shapes = sql(
      `SELECT ${key} AS id, files FROM ${table} WHERE client_id = '1001' ORDER BY ${key} LIMIT 9`,
    );
    for (const { id, files } of shapes) {
      const { names } = JSON.parse(String(files)) as { names: string[] };
      const page = await anna.get(`/products/${area}/${String(id)}`);
      expect(linksOf(page).map((to) => decodeURIComponent(to.split("/").pop() ?? ""))).toEqual(names);
      if (names.length === 0)
        expect(cardText(page, "Download")).toBe("DownloadThere are no files to download.");
      else expect(cardText(page, "Download")).toMatch(/^Download.+\.pdfPDF, \d+ KB/);
    }
  });

  it("come whole and harmless, under their own names", async () => {
    const page = await anna.get(pathTo("Hostile file names"));
    const links = linksOf(page);
    // A name that would lead out of the folder is left out.
    expect(links).toHaveLength(3);
    for (const link of links) {
      const reply = await raw(link);
      expect([link, reply.status, reply.headers.get("content-type")]).toEqual([link, 200, "application/pdf"]);
      expect(reply.headers.get("content-disposition")).toMatch(/^attachment; filename=/);
      expect(reply.headers.get("content-security-policy")).toContain("sandbox");
      expect((await readPdf(new Uint8Array(await reply.arrayBuffer()))).pages).toBe(1);
    }
    expect(page.$("#download details li").length).toBe(0);
    expect((await anna.get(pathTo("Fourteen files"))).$("#download details li").length).toBe(4);
  });

  // One kit answers for the files of all three.
  if (area !== "subscriptions") return;

  it("that can't be downloaded lead back to the page, with a message", async () => {
    const cases = ["A file cut short", "A file that fails", "A file that is gone"];
    for (const words of cases) {
      const path = pathTo(words);
      const [broken = "", whole = ""] = linksOf(await anna.get(path));
      const reply = await anna.get(broken);
      expect([words, reply.status, reply.location]).toEqual([words, 303, path]);
      expect((await anna.get(path)).text).toContain(failure);
      expect((await raw(whole)).status).toBe(200);
    }
    expect(failedDownloads()).toHaveLength(cases.length);
    const unlisted = await anna.get(pathTo("Files without a listing"));
    expect(unlisted.status).toBe(200);
    expect(cardText(unlisted, "Download")).toContain(`There was an error getting ${thing} downloads`);
  });

  it("of another account, or outside the folder, aren't even asked for", async () => {
    const own = pathTo("Fourteen files");
    const before = failedDownloads().length;
    world.provider.faults.add({ kind: "500", path: "/files", delayMs: 0 });
    for (const name of ["..%5C..%5Cboot.ini.pdf", "..%2F..%2Fetc%2Fpasswd"])
      expect((await anna.get(`${own}/files/${name}`)).location).toBe(own);
    const foreign = own.replace(/\d+$/, (id) => `${id.slice(0, 1)}3001`);
    expect((await anna.open(`${foreign}/files/Terms.pdf`)).status).toBe(404);
    world.provider.faults.clear();
    expect(failedDownloads()).toHaveLength(before);
    expect(textOf(await anna.get(own))).toContain("Part 1 of 14.pdf");
  });
});
