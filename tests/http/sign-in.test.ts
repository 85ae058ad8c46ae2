import { describe, expect, it } from "vitest";
import { demoPassword } from "#provider/data/people.ts";
import { providerForm, submitProviderForm } from "../support/identity-pages.ts";
import { attributesOf, textOf } from "../support/visitor.ts";
import { startWorld, world } from "../support/world.ts";

startWorld();

const noAccountText =
  "We could not find any associated account information relevant to the email address you have logged in with.";

describe("the sign-in page", () => {
  it("says the spec's words and ships no script", async () => {
    const page = await world.visitor().get("/login");
    expect(page.status).toBe(200);
    expect(page.$("h1").text()).toBe("Welcome to the Customer Portal");
    expect(page.$("form[action='/login'] button").text()).toBe("Click here to proceed");
    expect(page.$("a[href='/login?employee']").text()).toBe("Employee login");
    expect(page.$("h2").text()).toContain("New to the Portal");
    expect(page.$("a:contains('Download')").attr("href")).toMatch(/\.pdf$/);
    expect(page.$("title").text()).toBe("Customer Portal - Sign in");
    expect(page.$("script").length).toBe(0);
  });

  it("offers the user guide as a PDF that opens", async () => {
    const page = await world.visitor().get("/login");
    const reply = await fetch(page.$("a:contains('Download')").attr("href") ?? "");
    expect(reply.headers.get("content-type")).toContain("application/pdf");
    expect((await reply.text()).slice(0, 5)).toBe("%PDF-");
  });

  it("sends a person who's signed in to the dashboard, also on a post", async () => {
    const visitor = world.visitor();
    await visitor.signIn("ben.osei@harbourpine.example");
    expect((await visitor.get("/login")).location).toBe("/dashboard");
    expect((await visitor.get("/login?employee")).location).toBe("/dashboard");
    const posted = await visitor.post("/login");
    expect([posted.status, posted.location]).toEqual([303, "/dashboard"]);
  });
});

describe("after the sign-in", () => {
  it("Ben, who may not switch, gets his first account and the dashboard", async () => {
    const page = await world.visitor().signIn("ben.osei@harbourpine.example");
    expect(new URL(page.url).pathname).toBe("/dashboard");
    expect(page.$("h1").text()).toBe("Dashboard");
    expect(page.$("#main").text()).toContain("Harbour & Pine Ltd");
  });

  it("Anna, who may switch between two, chooses", async () => {
    const page = await world.visitor().signIn("anna.archer@harbourpine.example");
    expect([new URL(page.url).pathname, page.$("h1").text()]).toEqual(["/switch-account", "Choose Account"]);
    expect(page.$("a:contains('Back')").length).toBe(0);
  });

  it("Carla, who may switch but has one account, gets that account", async () => {
    const page = await world.visitor().signIn("carla.mendes@brightwater.example");
    expect(new URL(page.url).pathname).toBe("/dashboard");
    expect(page.$("#main").text()).toContain("Brightwater Dental Group");
  });

  it("Dev is told that he is pending validation", async () => {
    const page = await world.visitor().signIn("dev.patel@copperfield.example");
    expect(new URL(page.url).pathname).toBe("/switch-account");
    expect(textOf(page)).toContain("still waiting to be validated");
    expect(textOf(page)).toContain("Customer Portal Administrator");
  });

  it("Otto has no account: Choose Account says how to be verified", async () => {
    const page = await world.visitor().signIn("otto.lang@nowhere.example");
    expect(new URL(page.url).pathname).toBe("/switch-account");
    expect(textOf(page)).toContain(noAccountText);
    expect(textOf(page)).toMatch(/option 1 for Customer Service, then option 4 for the Customer Portal/);
    expect(page.$("main a[href='tel:03447706010']").length).toBe(1);
    expect(page.$("button:contains('Continue')").length).toBe(0);
  });

  it("Ella signs in as an employee and chooses from all accounts", async () => {
    const page = await world.visitor().signIn("ella.reid@provider.example", { employee: true });
    expect(new URL(page.url).pathname).toBe("/switch-account");
    expect(page.$("input[type=radio]").length).toBe(5);
  });
});

describe("an error of the identity provider", () => {
  const wordings: readonly (readonly [string, RegExp])[] = [
    ["90054", /username or password isn't right/],
    ["90111", /is locked. Please contact support/],
    ["99999", /Error: Something went wrong during the login process. Please, try to log in later./],
  ];

  it.each(wordings)("%s is told in friendly words", async (code, words) => {
    const visitor = world.visitor();
    const form = await providerForm(visitor);
    const page = await visitor.follow(
      await submitProviderForm(visitor, form, { email: `error-${code}@demo.example` }),
    );
    expect([page.status, new URL(page.url).pathname]).toEqual([200, "/login"]);
    expect(textOf(page)).toMatch(words);
    expect(page.text).not.toMatch(/Correlation|AADB2C\d+:/);
    expect(page.$("form[action='/login']").length).toBe(1);
  });

  it("keeps the employees' sign-in from starting on its own", async () => {
    expect((await world.visitor().get("/login?employee&error=AADB2C90111")).status).toBe(200);
  });

  it("gives the phone and email of the help desk with every error", async () => {
    for (const error of ["AADB2C90111", "AADB2C90054", "unreachable", "else"]) {
      const page = await world.visitor().get(`/login?error=${error}`);
      expect(textOf(page)).toMatch(/Still can't sign in\? Call [\d ]+ or email \S+@\S+\./);
    }
  });

  it("can't put words on the page", async () => {
    const page = await world.visitor().get("/login?error=<b>Call%20this%20number</b>");
    expect(page.text).not.toContain("Call this number");
    expect(textOf(page)).toContain("Something went wrong during the login process.");
  });

  it("isn't shown for a cancelled sign-in, which leads back to the sign-in page", async () => {
    const visitor = world.visitor();
    const form = await providerForm(visitor);
    const page = await visitor.follow(await submitProviderForm(visitor, form, { intent: "cancel" }));
    expect([page.status, page.url]).toEqual([200, `${world.portal.url}/login`]);
    expect(textOf(page)).not.toContain("Error:");
  });

  it("isn't shown for an employee's cancelled sign-in, which doesn't start again on its own", async () => {
    const visitor = world.visitor();
    const form = await providerForm(visitor, { employee: true });
    const page = await visitor.follow(await submitProviderForm(visitor, form, { intent: "cancel" }));
    expect(page.url).toBe(`${world.portal.url}/login`);
  });
});

it("a forgotten password leads to the reset, and the new password is accepted: Lou, who's locked out, comes to /no-access", async () => {
  const visitor = world.visitor();
  const form = await providerForm(visitor);
  const emailPage = await visitor.follow(await submitProviderForm(visitor, form, { intent: "forgot" }));
  expect(emailPage.url).toContain("/customer/reset");
  const email = "lou.barker@harbourpine.example";
  const passwordPage = await visitor.follow(await visitor.submit(emailPage, "form", { email }));
  const password = "A-brand-new-word-7";
  const names = attributesOf(passwordPage, "input[type=password]", "name");
  const done = await visitor.submit(
    passwordPage,
    "form",
    Object.fromEntries(names.map((name) => [name, password])),
  );
  expect(done.text).toContain("Your password has been reset.");
  const again = await providerForm(visitor);
  const page = await visitor.follow(await submitProviderForm(visitor, again, { email, password }));
  expect(new URL(page.url).pathname).toBe("/no-access");
});

describe("someone who isn't let in", () => {
  const cases = [
    ["nora.quinn@harbourpine.example", "hasNoRoles", noAccountText],
    ["pavel.novak@harbourpine.example", "pendingValidation", "Your account has not been validated."],
    ["lou.barker@harbourpine.example", "lockedOut", "Your account has been locked out."],
    ["claims-no-accounts@demo.example", "generic", "does not have access to that section"],
  ] as const;

  it.each(cases)("(%s) sees /no-access as %s and has no session", async (email, mode, text) => {
    const visitor = world.visitor();
    const form = await providerForm(visitor);
    const password = email.startsWith("lou.") ? "A-brand-new-word-7" : demoPassword;
    const page = await visitor.follow(await submitProviderForm(visitor, form, { email, password }));
    expect(new URL(page.url).pathname + new URL(page.url).search).toBe(`/no-access?mode=${mode}`);
    const heading = mode === "generic" ? "Additional Permissions Required" : "Request Access";
    expect(page.$("h1").text()).toBe(heading);
    expect(page.$("title").text()).toBe(`Customer Portal - ${heading}`);
    expect(textOf(page)).toContain(text);
    expect(textOf(page)).toContain("helpdesk@provider.example");
    if (mode === "pendingValidation" || mode === "lockedOut")
      expect(textOf(page)).toContain("Your administrator has been notified.");
    expect((await visitor.get("/dashboard")).location).toBe("/login");
  });

  it("is signed out at the API and the identity provider, too: the next sign-in asks for the password", async () => {
    const visitor = world.visitor();
    const [, calls] = await world.api.record(() => visitor.signIn("nora.quinn@harbourpine.example"));
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /logout"]);
    const form = await providerForm(visitor);
    expect(form.$("input[type=password]").length).toBe(1);
  });

  it.each(["wrong-nonce", "wrong-audience", "expired"])(
    "with a bad token (%s) comes back to the sign-in page with the general error",
    async (fault) => {
      const visitor = world.visitor();
      const form = await providerForm(visitor);
      const page = await visitor.follow(
        await submitProviderForm(visitor, form, { email: `claims-${fault}@demo.example` }),
      );
      expect(new URL(page.url).pathname).toBe("/login");
      expect(textOf(page)).toContain("Something went wrong during the login process.");
      expect((await visitor.get("/dashboard")).location).toBe("/login");
    },
  );
});

it("/no-access takes an unknown mode for hasNoRoles", async () => {
  const page = await world.visitor().get("/no-access?mode=__proto__");
  expect([page.status, page.$("h1").text()]).toEqual([200, "Request Access"]);
  expect(textOf(page)).toContain(noAccountText);
});
