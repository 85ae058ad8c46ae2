import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoPassword } from "#provider/data/people.ts";
import { Browser } from "./testing/browser.ts";
import { Harness, portalUrl } from "./testing/harness.ts";

const harness = new Harness();
beforeAll(() => harness.start());
afterAll(() => harness.stop());

const urlOf = (path: string) => `${harness.url}/customer${path}`;
const repeatedPassword = (password: string) => ({ "new-password": password, "new-password-again": password });

async function canSignIn(email: string, password: string): Promise<boolean> {
  const { url } = await harness.signIn(new Browser(), "customer", email, password);
  return new URL(url).searchParams.has("code");
}

describe("password reset", () => {
  const email = "ben.osei@harbourpine.example";

  it("asks for the email address, sets the new password once, and links back to the portal", async () => {
    const browser = new Browser();
    const page = await (await browser.get(urlOf("/reset"))).text();
    expect(page).toContain("Reset your password");
    expect(page).not.toMatch(/<script/i);
    const form = await browser.follow(urlOf("/reset"), await browser.post(urlOf("/reset"), { email }));
    expect(await form.response.text()).toContain(`For ${email}.`);
    const weak = await browser.post(form.url, repeatedPassword("short"));
    expect(weak.status).toBe(400);
    const differing = await browser.post(form.url, {
      ...repeatedPassword("Another-pass-1"),
      "new-password-again": "x",
    });
    expect(await differing.text()).toMatch(/The passwords don('|&#39;)t match\./);
    const response = await browser.post(form.url, repeatedPassword("Another-pass-1"));
    expect(await response.text()).toContain(`href="${portalUrl}/login"`);
    expect(await canSignIn(email, "Another-pass-1")).toBe(true);
    expect(await canSignIn(email, demoPassword)).toBe(false);
    expect((await browser.get(form.url)).status).toBe(400);
  });

  it("keeps the changed password over a restart", async () => {
    await harness.restart();
    expect(await canSignIn(email, "Another-pass-1")).toBe(true);
  });

  it("shows the form again with an error for an unknown email address", async () => {
    const response = await new Browser().post(urlOf("/reset"), { email: "who@example.org" });
    const page = await response.text();
    expect(response.status).toBe(400);
    expect(page).toContain("no account with that email address.");
    expect(page).toContain('value="who@example.org"');
  });
});

describe("changing the password", () => {
  const email = "dev.patel@copperfield.example";

  it("shows who's signed in and asks for the current password", async () => {
    const browser = new Browser();
    await harness.signIn(browser, "customer", email);
    const page = await (await browser.get(urlOf("/change-password"))).text();
    expect(page).toContain(email);
    expect(page).not.toContain('type="email"');
    const wrong = await browser.post(urlOf("/change-password"), {
      password: "x",
      ...repeatedPassword("Changed-pass-1"),
    });
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toMatch(/The current password isn('|&#39;)t right\./);
    const response = await browser.post(urlOf("/change-password"), {
      password: demoPassword,
      ...repeatedPassword("Changed-pass-1"),
    });
    expect(await response.text()).toContain("Your password has been changed.");
    expect(await canSignIn(email, "Changed-pass-1")).toBe(true);
  });

  it("asks for the email address when nobody is signed in", async () => {
    const browser = new Browser();
    expect(await (await browser.get(urlOf("/change-password"))).text()).toContain('type="email"');
    const fields = { email, password: "Changed-pass-1", ...repeatedPassword("Changed-pass-2") };
    const response = await browser.post(urlOf("/change-password"), fields);
    expect(response.status).toBe(200);
    expect(await canSignIn(email, "Changed-pass-2")).toBe(true);
  });
});

describe("the memorable word", () => {
  it("is saved as a hash for the person who's signed in", async () => {
    const browser = new Browser();
    await harness.signIn(browser, "customer");
    const invalid = await browser.post(urlOf("/memorable-word"), { word: "two words" });
    expect(invalid.status).toBe(400);
    const response = await browser.post(urlOf("/memorable-word"), { word: "Kingfisher" });
    expect(await response.text()).toContain("Your memorable word has been saved.");
    const row = harness.store
      .prepare("SELECT memorable_word FROM identity_credentials WHERE account = '2001'")
      .get();
    expect(row?.memorable_word).toEqual(expect.any(String));
    expect(String(row?.memorable_word).toLowerCase()).not.toContain("kingfisher");
  });

  it("needs the password when nobody is signed in", async () => {
    const fields = { email: "carla.mendes@brightwater.example", word: "Kingfisher" };
    const refused = await new Browser().post(urlOf("/memorable-word"), { ...fields, password: "wrong" });
    expect(refused.status).toBe(400);
    const response = await new Browser().post(urlOf("/memorable-word"), {
      ...fields,
      password: demoPassword,
    });
    expect(response.status).toBe(200);
  });
});

describe("the provider", () => {
  it("doesn't offer the password reset at the employee tenant", async () => {
    expect((await fetch(`${harness.url}/employee/reset`)).status).toBe(404);
  });

  it("reported no internal error in these tests", () => {
    expect(harness.faults).toEqual([]);
  });
});
