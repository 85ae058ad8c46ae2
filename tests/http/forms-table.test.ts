import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { postLimits } from "#shared/limits.ts";
import { builtForms, formsPage, type FormRow } from "../../scripts/forms-table.ts";
import { anna, startWithAnna } from "../support/anna.ts";
import { textOf, type Page, type Visitor } from "../support/visitor.ts";
import { world } from "../support/world.ts";

// Has its own world, because what its posts dismiss stays dismissed for the person.
startWithAnna({});

const { rows, readNothing } = await builtForms();
const NOT_AS_SHOWN = "match the form on our page";

/** The line test and the fibre check that some pages belong to. */
let lineTestPath = "";
let fibreCheckPath = "";
beforeAll(async () => {
  const test = { account: "1001", cli: "01947600150", postcode: "YO21 3PU", faultCode: "NDT" };
  const begun = await anna.post("/services/line-faults", { ...test, formInstance: "for the table" });
  lineTestPath = begun.location ?? "";
  world.provider.finishLineTests();
  const found = await anna.post("/services/availability-checker", { account: "1001", postCode: "YO21 3AJ" });
  fibreCheckPath = found.location ?? "";
});

/** An address of the row's path: of the first object in its list. */
async function addressOf({ path, button }: FormRow): Promise<string> {
  const list = path.slice(0, path.indexOf("/:"));
  if (list === "/services/line-faults") return path.replace(`${list}/:id`, lineTestPath);
  if (path === "/services/availability-checker" && button === "Continue") return fibreCheckPath;
  if (!path.includes(":")) return path.replace("*", "no-such-service");
  const [, id = "none"] = new RegExp(`${list}/(\\d[^"/?]*)`).exec((await anna.get(list)).text) ?? [];
  return path.replace(/:\w+/, id);
}

function bodyOf({ fields }: FormRow): URLSearchParams {
  const filled = fields.flatMap(({ name, sample }) => (sample === undefined ? [] : [[name, sample]]));
  return new URLSearchParams([["account", "1001"], ...filled]);
}

const visitorOf = ({ path }: FormRow): Visitor => (path === "/login" ? world.visitor() : anna);
const sent = async (row: FormRow, body: URLSearchParams) => visitorOf(row).post(await addressOf(row), body);

it("docs/forms.md has the forms of the code", async () => {
  const page = await readFile(new URL("../../docs/forms.md", import.meta.url), "utf8");
  expect(page, "run `npm run docs`").toBe(await formsPage(page));
});

it("every action says what it takes, but for those that read nothing", () => {
  expect(readNothing).toEqual(["/logout", "/", "/not-found", "/*"]);
});

const named = (some: readonly FormRow[]) => some.map((row) => [`${row.path} ${row.button}`, row] as const);

describe.each(named(rows))("%s", (_, row) => {
  it("takes what its row says, and replies so", async () => {
    const page = await sent(row, bodyOf(row));
    expect(textOf(page)).not.toContain(NOT_AS_SHOWN);
    // 303 and 404 even if the object hasn't got that far, so that its page redirects.
    expect([...(row.replies.match(/\b\d{3}\b/g) ?? []), "303", "404"]).toContain(String(page.status));
  });

  it("refuses a value too many in words", async () => {
    const body = bodyOf(row);
    for (const { name, sample = "", isList } of row.fields) if (!isList) body.append(name, sample);
    body.append("account", "1001");
    expectRefusal(row, await sent(row, body));
  });

  it("refuses a text that's too long in words, and one of 5 MB as too large", async () => {
    // tests/http/not-as-shown.test.ts has those with a definition.
    for (const { name } of row.isOfKit ? [] : row.fields) {
      const body = bodyOf(row);
      body.set(name, "x".repeat(postLimits.headerBytes + 1));
      expectRefusal(row, await sent(row, body));
    }
    const huge = new URLSearchParams({ account: "1001", person: "x".repeat(5_000_000) });
    // Some clients see the connection end before they have sent it all.
    expect((await sent(row, huge).catch(() => undefined))?.status ?? 413).toBe(413);
  });
});

it.each(named(rows.filter(({ isOfKit, path }) => isOfKit && path !== "/sandbox")))(
  "%s has on its page no field that its row doesn't name",
  async (_, row) => {
    const { $ } = await anna.get(await addressOf(row));
    const known = [...row.fields.map(({ name }) => name), ...row.others, ...EVERYWHERE];
    const form = $("form[method=post]:has([name=intent])");
    const names = form.find("[name]").map((__, field) => $(field).attr("name"));
    expect(names.get().filter((name) => !known.includes(name))).toEqual([]);
  },
);

// Switching accounts sends on another form's fields.
it.each(named(rows.filter(({ path }) => path !== "/switch-account")))(
  "%s refuses a name that its row doesn't have, in words",
  async (_, row) => {
    const body = bodyOf(row);
    body.append("isAdmin", "true");
    expectRefusal(row, await sent(row, body));
  },
);

it.each(named(rows.filter(({ fields }) => fields.every(({ type }) => type !== "files"))))(
  "%s refuses a file",
  async (_, row) => {
    const body = `--b\r\nContent-Disposition: form-data; name="a"; filename="a.txt"\r\n\r\nx\r\n--b--\r\n`;
    const headers = { origin: world.portal.url, "content-type": "multipart/form-data; boundary=b" };
    expect((await anna.send(await addressOf(row), { method: "POST", headers, body })).status).toBe(415);
  },
);

/** A page in words. A form with a definition may redirect before it's read, if its object hasn't got that far. */
function expectRefusal({ path, isOfKit }: FormRow, page: Page) {
  if (isOfKit && [302, 303, 404].includes(page.status)) return;
  expect([path, page.status]).toEqual([path, 400]);
  if (!isOfKit) expect(page.text).toContain(NOT_AS_SHOWN);
}

/** What every form with a definition accepts. */
const EVERYWHERE = ["account", "person", "intent", "isSaveConfirmed", "findingsShown", "rowVersion"];
