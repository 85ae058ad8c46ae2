import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { signedIn } from "../support/signed-in.ts";
import { headingOf, messageOf } from "../support/visitor.ts";
import { createWorld, world } from "../support/world.ts";

startWithAnna();
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

it.each(["ui", "forms", "grid"])(
  "the gallery has a section of its own for every component of app/%s",
  async (kit) => {
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
    expect(
      components.filter((name) => !["page-header", "default-submit"].includes(name) && !shown(name)),
    ).toEqual([]);
    expect($("#page-header h1").text()).toBe("Sandbox");
  },
);

it("a refused sample form shows what was typed again, but no memorable word", async () => {
  const odd = await anna.post("/sandbox", { ...filledIn, phone: "home" });
  expect([odd.status, odd.$("[name=givenName]").val()]).toEqual([400, "Anna"]);
  expect(odd.text.includes("seagull-lantern")).toBe(false);
});

it("the page about a switched account has no memorable word in it", async () => {
  const refused = await anna.post("/sandbox", { ...filledIn, account: "1002" });
  expect([refused.status, refused.text.includes("Buyer")]).toEqual([409, true]);
  expect(refused.text.includes("seagull-lantern")).toBe(false);
});

it.each([
  ["success", "Success: We've done what you asked for."],
  ["error", "Error: We couldn't do it."],
])("the demo alert %s is shown once", async (alert, text) => {
  const page = await anna.follow(await anna.post("/sandbox", { account: "1001", alert }));
  expect(messageOf(page)).toContain(text);
  expect(messageOf(await anna.get("/sandbox"))).not.toContain(text);
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
