import { expect, it } from "vitest";
import { sitDown, startJourneys } from "../support/journey.ts";
import { emails } from "../support/signed-in.ts";

startJourneys({ environment: { WELCOME_OFF: "0" } });

const modes = [
  ["on", emails.ben],
  ["off", emails.carla],
  ["broken", emails.anna],
] as const;

it.each(modes)("a customer is welcomed once, scripts %s", async (scripts, email) => {
  const person = await sitDown({ scripts });
  const { page } = person;
  const chooses = email === emails.anna;
  await person.signIn(email, { lands: chooses ? "Choose Account" : "Welcome" });
  if (chooses) {
    await page.getByLabel("Harbour & Pine Ltd", { exact: true }).check();
    await page.getByRole("button", { name: "Continue" }).click();
    await person.arrive("Welcome");
  }
  await person.fits(320);
  expect(await page.getByRole("main").getByRole("link", { name: "Line Faults" }).count()).toBe(1);
  await page.getByRole("button", { name: "Got it" }).click();
  await person.arrive("Dashboard");
  const again = await sitDown({ scripts });
  await again.signIn(email, { lands: chooses ? "Choose Account" : "Dashboard" });
  if (chooses) await again.choose("Harbour & Pine Ltd");
});
