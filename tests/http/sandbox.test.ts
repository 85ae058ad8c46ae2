import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import type { ApiCall } from "../support/api-tap.ts";
import { signedIn } from "../support/signed-in.ts";
import { multipart, type Sent } from "../support/uploads.ts";
import { headingOf, messageOf, titleOf, type Page } from "../support/visitor.ts";
import { createWorld, world } from "../support/world.ts";

startWithAnna();

const MB = 1024 * 1024;
const filledIn = {
  account: "1001",
  intent: "sandbox-account",
  title: "4",
  givenName: "Anna",
  surname: "Archer",
  position: "Buyer",
  memorableWord: "seagull-lantern",
  email: "anna@sample.example",
  phone: "(01632) 960-010",
  signature: "Anna Archer",
};

/** Sends the sample form as a browser does, with this file. */
async function send(fields: Readonly<Record<string, string>>, file?: Sent): Promise<Page> {
  const { headers, body } = await multipart(fields, file ? [file] : [], "attachment");
  return anna.send("/sandbox", { method: "POST", headers: { ...headers, origin: anna.origin }, body });
}

const errorsOf = ({ $ }: Page) =>
  $("#sandbox-account [role=alert] li a")
    .map((_, link) => `${$(link).attr("href")} ${$(link).text()}`)
    .get();

describe("the gallery", () => {
  it.each(["ui", "forms", "grid"])("has a section of its own for every component of app/%s", async (kit) => {
    const files = readdirSync(new URL(`../../app/${kit}`, import.meta.url));
    const components = files
      .filter((name) => /(?<!\.test)\.tsx$/.test(name))
      .map((name) => name.slice(0, -4));
    const { $ } = await anna.get("/sandbox");
    const shown = (name: string) => {
      const section = $(`[data-component][id="${name}"]`);
      return section.length === 1 && section.find("h1, h3").length > 0 && section.children().length > 1;
    };
    expect(components.length).toBeGreaterThan(4);
    expect(components.filter((name) => name !== "page-header" && !shown(name))).toEqual([]);
    expect($("#page-header h1").text()).toBe("Sandbox");
  });
});

describe("the sample form", () => {
  it("asks for what is required, and refuses an impossible phone number and email", async () => {
    const empty = await send({ account: "1001", intent: "sandbox-account" });
    expect([empty.status, titleOf(empty).startsWith("Error: ")]).toEqual([400, true]);
    expect(errorsOf(empty)).toEqual([
      "#sandbox-account-title Title: This field is required",
      "#sandbox-account-givenName First Name: This field is required",
      "#sandbox-account-surname Surname: This field is required",
      "#sandbox-account-position Position: This field is required",
      "#sandbox-account-email Email: This field is required",
      "#sandbox-account-phone Telephone: This field is required",
      "#sandbox-account-signature Signature: Please sign with your name.",
    ]);
    const odd = await send({ ...filledIn, phone: "home", email: "anna@" });
    expect(errorsOf(odd)).toEqual([
      "#sandbox-account-email Email: This field is in incorrect format",
      "#sandbox-account-phone Telephone: This field is in incorrect format",
    ]);
    expect(odd.$("[name=givenName]").val()).toBe("Anna");
    expect(odd.text.includes("seagull-lantern")).toBe(false);
  });

  it.each([
    ["my letter.docx", 10, "The name of the file may have letters, numbers and underscores only."],
    ["letter.pdf", 10, "The file must be a DOC or DOCX document."],
    ["letter_2.docx", 3 * MB + 1, "The file must be smaller than 3 MB."],
  ])("refuses the file '%s' of %i bytes", async (name, bytes, text) => {
    const reply = await send(filledIn, [name, Buffer.alloc(bytes)]);
    expect([reply.status, errorsOf(reply)]).toEqual([
      400,
      [`#sandbox-account-attachment Attachment: ${text}`],
    ]);
  });

  it("is accepted with a document of 3 MB, and without a document", async () => {
    for (const file of [["Letter_2.DOCX", Buffer.alloc(3 * MB)] as const, undefined]) {
      const reply = await send(filledIn, file);
      expect([reply.status, reply.location]).toEqual([303, "/sandbox"]);
      expect(messageOf(await anna.follow(reply))).toContain(
        "The sample is complete. Nothing is saved in the sandbox.",
      );
    }
  });
});

it("the sample list shows 20 contacts, page by page and in the order that is asked for", async () => {
  const rows = ({ $ }: Page) => $("#sample-contacts tbody tr");
  const { $ } = await anna.get("/sandbox?size=20");
  expect(
    $("#sample-contacts thead th")
      .map((_, head) => $(head).text().trim())
      .get(),
  ).toEqual(["ID", "Title", "Full Name", "Email", "Position", "Mobile", "Telephone"]);
  expect($("#sample-contacts tbody tr").length).toBe(20);
  const last = await anna.get("/sandbox?sort=-id&page=4");
  expect([rows(last).length, rows(last).last().find("th").text()]).toEqual([5, "1"]);
});

it.each([
  ["success", "Success: A success: what was asked for is done."],
  ["error", "Error: An error: it was not done."],
])("the demo alert %s is shown once", async (alert, text) => {
  const page = await anna.follow(await anna.post("/sandbox", { account: "1001", alert }));
  expect(messageOf(page)).toContain(text);
  expect(messageOf(await anna.get("/sandbox"))).not.toContain(text);
});

it("'Get a new token' and 'Test load data' say how long they took", async () => {
  const load = () =>
    world.api.record(async () => anna.follow(await anna.post("/sandbox", { account: "1001", call: "data" })));
  const tokenOf = (calls: readonly ApiCall[]) =>
    calls.find(({ path }) => path === "/Client/GetSummaryDetails")?.headers.authorization;
  const [loaded, before] = await load();
  expect(messageOf(loaded)).toMatch(/Success: Details of Harbour & Pine Ltd were loaded in \d+ ms\./);
  const token = await anna.follow(await anna.post("/sandbox", { account: "1001", call: "token" }));
  expect(messageOf(token)).toMatch(/Success: A new token came in \d+ ms\./);
  const [, after] = await load();
  expect(tokenOf(before)).toMatch(/^Bearer /);
  expect([tokenOf(before)]).not.toContain(tokenOf(after));
});

it("in production the sandbox is Page Not Found, for strangers and for an administrator", async () => {
  const production = await createWorld({ environment: { ENVIRONMENT: "production" } });
  try {
    const administrator = await signedIn(production, "anna", "1001");
    for (const visitor of [production.visitor(), administrator]) {
      const pages = [
        await visitor.get("/sandbox"),
        await visitor.get("/sandbox.data"),
        await visitor.post("/sandbox", { ...filledIn }),
        await visitor.post("/sandbox", { account: "1001", alert: "error" }),
      ];
      expect(pages.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
      for (const page of pages) expect(page.text).not.toContain("Sample account");
      expect(headingOf(pages[0]!)).toBe("Page Not Found");
    }
  } finally {
    await production.close();
  }
  expect((await world.visitor().get("/sandbox")).location).toBe("/login");
});
