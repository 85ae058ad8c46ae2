import { expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { attributesOf, headingOf, textOf } from "../support/visitor.ts";

startWithAnna({ environment: { TICKET_SERVICES_OFF: "technical/devices/tablets,technical/security" } });

const QUICK = "main form:has(select[name=about])";
const choose = async (about: string) => anna.submit(await anna.get("/tickets/new"), QUICK, { about });

it("one select offers all available services, grouped by the service above them", async () => {
  const { $ } = await anna.get("/tickets/new");
  expect(attributesOf({ $ }, "select[name=about] optgroup", "label")).toEqual([
    "Connect",
    "Cloud & ICT Infrastructure",
    "Devices",
    "Account & Billing",
  ]);
  const values = attributesOf({ $ }, "select[name=about] option", "value");
  expect(values).toContain("technical/connect/broadband");
  expect(values.filter((value) => /tablets|security/.test(value))).toEqual([]);
  expect((await anna.get("/tickets/new/technical")).$("select[name=about]").length).toBe(0);
});

it.each([
  ["technical/connect/broadband", "/tickets/new/technical/connect/broadband/details", "Have you tried this?"],
  [
    "technical/connect/calls-and-lines",
    "/tickets/new/technical/connect/calls-and-lines/details",
    "Phone line dead? Test it now",
  ],
  ["account", "/tickets/new/account", "Add Details"],
])("%s leads straight to its form", async (about, to, words) => {
  const answer = await choose(about);
  expect([answer.status, answer.location]).toEqual([303, to]);
  expect(textOf(await anna.follow(answer))).toContain(words);
});

it.each(["", "technical", "technical/devices/tablets", "nothing", "../account", "constructor"])(
  "%j is no choice: the page comes back and says so",
  async (about) => {
    const page = await choose(about);
    expect([page.status, headingOf(page)]).toEqual([200, "New Customer Service Ticket"]);
    expect(page.$("#about-error").text()).toBe("Error: Choose what it's about");
  },
);

it("the contract that names the service is selected from the start", async () => {
  const chosen = async (path: string) =>
    (await anna.get(`/tickets/new/${path}`)).$("select[name=contractCover] option[selected]").text();
  expect(await chosen("technical/connect/broadband/details")).toContain("Business Broadband");
  expect(await chosen("technical/connect/mobile-phone")).toBe("Please choose...");
});
