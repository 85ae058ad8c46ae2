import { describe, expect, it } from "vitest";
import { chosenServices, services, type Service } from "#app/areas/tickets/service-tree.ts";
import { anna, startWithAnna } from "../support/anna.ts";
import type { Script } from "../support/api-tap.ts";
import { alertOf } from "../support/contact-pages.ts";
import { signedIn } from "../support/signed-in.ts";
import { countTickets, notesOf, ticketOf, ticketPath } from "../support/ticket-pages.ts";
import { attributesOf, headingOf, textOf, textsOf, type Page, type Visitor } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startWithAnna({ environment: { TICKET_SERVICES_OFF: "technical/devices/tablets" } });

const boxesOn = (page: Page) => textsOf(page, "section[aria-labelledby=services] li");
const link = (page: Page, text: string) => page.$(`main a:contains('${text}')`).attr("href") ?? "";
const labelsOn = ({ $ }: Page) =>
  $("#new-ticket label")
    .map((_, label) => $(label).text().replace("(optional)", "").trim())
    .get();
const send = (visitor: Visitor, page: Page, typed: Readonly<Record<string, string>>) =>
  visitor.submit(page, "#new-ticket", typed);

describe("the picker", () => {
  it("offers the services level by level, each choice at a separate address", async () => {
    const first = await anna.get("/tickets/new");
    expect(headingOf(first)).toBe("New Customer Service Ticket");
    expect(boxesOn(first)).toEqual([
      "Technical ServicesIT support or to report a fault",
      "Account & BillingGeneral account queries",
    ]);
    const second = await anna.get(link(first, "Technical Services"));
    expect(boxesOn(second)).toEqual(["Connect", "Cloud & ICT Infrastructure", "Security", "Devices"]);
    const third = await anna.get(link(second, "Connect"));
    expect(boxesOn(third)).toEqual(["Calls & Lines", "Broadband", "Mobile Phone", "Data & Networks"]);
    const form = await anna.get(link(third, "Mobile Phone"));
    expect(textsOf(form, "main nav li")).toEqual([
      "Technical Services",
      "Connect",
      "Mobile Phone",
      "Add Details",
    ]);
    const deep = await anna.get("/tickets/new/technical/security/product-support");
    expect(boxesOn(deep)).toEqual(["Endpoint", "Gateways", "Infrastructure"]);
  });

  it("lets each earlier choice be made again, and leads back a step", async () => {
    const page = await anna.get("/tickets/new/technical/connect");
    expect(attributesOf(page, "main a[aria-current=true]", "href")).toEqual([
      "/tickets/new",
      "/tickets/new/technical",
    ]);
    expect(link(page, "Previous Step")).toBe("/tickets/new/technical");
  });

  it("says that a service isn't available, and opens neither that nor an unknown one", async () => {
    const page = await anna.get("/tickets/new/technical/devices");
    expect(boxesOn(page)).toEqual([
      "TabletsThis option isn't available",
      "Laptops",
      "Mobile Phones",
      "Desktops",
    ]);
    expect(link(page, "Tablets")).toBe("");
    for (const path of [
      "technical/devices/tablets",
      "technical/nonsense",
      "account/details",
      "constructor",
    ]) {
      expect((await anna.get(`/tickets/new/${path}`)).status).toBe(404);
      expect((await anna.post(`/tickets/new/${path}`, {})).status).toBe(404);
    }
  });

  it("offers a line test or checks first, which one press skips", async () => {
    const lines = await anna.get("/tickets/new/technical/connect/calls-and-lines");
    expect(link(lines, "Run a Line Test")).toBe("/services/line-faults");
    expect(textOf(lines)).toContain("If it finds a fault, you can book an engineer without a ticket.");
    const form = await anna.get(link(lines, "Skip and log a ticket"));
    expect(labelsOn(form)).toContain("Summary");
    expect(form.$("#new-ticket button:contains('Previous Step')").attr("formaction")).toContain("?previous");
    const broadband = await anna.get("/tickets/new/technical/connect/broadband");
    expect(textOf(broadband)).toMatch(/Turn the router off.*Wi-Fi/);
    expect(labelsOn(await anna.get(link(broadband, "Continue to the ticket")))).toContain("Summary");
  });

  it("leads to a form in each of its branches", () => {
    const leaves = (list: readonly Service[], path = ""): string[] =>
      list.flatMap(({ id, subServices }) =>
        subServices ? leaves(subServices, `${path}/${id}`) : [`${path}/${id}`],
      );
    expect(leaves(services)).toHaveLength(16);
    expect(leaves(services).every((path) => chosenServices(path)?.at(-1)?.subServices === undefined)).toBe(
      true,
    );
  });
});

describe("the form", () => {
  it("asks for what the service needs", async () => {
    const [problem, rest] = [
      ["Summary", "Details"],
      ["Contact", "Address", "Attach Files"],
    ];
    const contract = ["Contract", "Number of Users Affected"];
    expect(labelsOn(await anna.get("/tickets/new/account"))).toEqual([...problem, ...rest]);
    const mobile = await anna.get("/tickets/new/technical/connect/mobile-phone");
    expect(labelsOn(mobile)).toEqual([...problem, ...contract, ...rest]);
    const code = "Error Code (if applicable)";
    const cloud = await anna.get("/tickets/new/technical/cloud/software");
    expect(labelsOn(cloud)).toEqual([...problem, ...contract, code, ...rest]);
    const devices = await anna.get("/tickets/new/technical/devices/laptops");
    expect(labelsOn(devices)).toEqual([...problem, ...contract, code, "Related Device", ...rest]);
    expect(devices.$("select[name=contactId] option[selected]").text()).toContain("Anna Archer");
    expect(devices.$("select[name=contractCover] option[selected]").val()).toBe("");
  });

  it("offers only the person as contact when the others can't be loaded, and says so", async () => {
    const script: Script = ({ path }) =>
      path.includes("ContactsByCurrentClientIdForDropdown") ? { status: 500 } : undefined;
    const page = await world.api.scripted(script, () => anna.get("/tickets/new/account"));
    const own = page.$("select[name=contactId] option[selected]");
    expect(own.text()).toBe("Anna Archer (we couldn't load the other contacts)");
    const usual = await anna.get("/tickets/new/account");
    expect(own.val()).toBe(usual.$("select[name=contactId] option[selected]").val());
  });

  it("says where the locations can't be loaded, also on a ticket", async () => {
    const script: Script = ({ path }) => (path.includes("Address/Index") ? { status: 500 } : undefined);
    for (const path of ["/tickets/new/account", ticketPath("Nine short notes")]) {
      const page = await world.api.scripted(script, () => anna.get(path));
      expect(page.$("select[name=addressId] option").first().text()).toBe("We couldn't load the locations");
    }
  });

  it("has the only contract chosen, and asks for none where there is none", async () => {
    const dev = await signedIn(world, "dev", "1004");
    const one = await dev.get("/tickets/new/technical/devices/laptops");
    expect(one.$("select[name=contractCover] option[selected]").val()).toBe("401");
    await dev.post("/switch-account", { account: "1005" });
    const none = await dev.get("/tickets/new/technical/cloud/voice");
    expect(labelsOn(none)).not.toContain("Contract");
    const sent = await send(dev, none, { subject: "No contract at all", message: "Help" });
    const contactId = none.$("select[name=contactId] option").eq(1).attr("value") ?? "";
    const again = sent.status === 303 ? sent : await send(dev, sent, { contactId });
    expect([again.status, countTickets("No contract at all")]).toEqual([303, 1]);
  });

  it("logs a ticket once, with all fields, and the confirmation says how soon it is answered", async () => {
    const page = await anna.get("/tickets/new/technical/devices/laptops");
    const typed = {
      contractCover: "101",
      affectedUsers: "2",
      errorcodes: "0x80",
      contractItemId: "9011",
      subject: "Broken laptop",
      message: "It fell.\r\n\r\n<b>Twice</b>",
    };
    const [first, calls] = await world.api.record(() => send(anna, page, typed));
    const second = await send(anna, page, typed);
    expect([first.status, second.location, countTickets("Broken laptop")]).toEqual([303, first.location, 1]);
    const post = calls.find(({ path, method }) => method === "POST" && path === "/SupportTicket/Create");
    expect(JSON.parse(post?.body ?? "")).toMatchObject({
      contractCover: 101,
      contractItemId: 9011,
      relatedDevice: "Laptop 15 Pro - HP-LT-0041 - Leeds",
      category: "Technical Services > Devices > Laptops",
      extensionData: { schema: 3, source: "crm" },
    });
    expect(ticketOf("Broken laptop")).toMatchObject({ affected_users: 2, error_codes: "0x80", status_id: 0 });
    expect(notesOf("Broken laptop")).toEqual(["<p>It fell.</p><p>&#60;b&#62;Twice&#60;/b&#62;</p>"]);
    const done = await anna.follow(first);
    expect(headingOf(done)).toBe("Saved");
    const id = ticketOf("Broken laptop").support_ticket_id;
    expect(textOf(done)).toContain(`SavedTicket ${id} logged`);
    expect(textOf(done)).toContain("We'll reply within 8 hours (Priority 3, Minor).");
    expect([link(done, "Manage Tickets"), link(done, "View Ticket")]).toEqual(["/tickets", `/tickets/${id}`]);
  });

  it("logs nothing where the API is too busy, and a second press sends it again", async () => {
    const page = await anna.get("/tickets/new/account");
    const typed = { subject: "While it was busy", message: "Help" };
    const busy = await world.api.answering(
      ({ method, path }) => method === "POST" && path === "/SupportTicket/Create",
      { status: 429 },
      () => send(anna, page, typed),
    );
    expect([busy.status, busy.$("input[name=subject]").val()]).toEqual([503, typed.subject]);
    expect(textOf(busy)).toContain("The service is too busy right now. Please try again in a moment.");
    expect([(await send(anna, page, typed)).status, countTickets(typed.subject)]).toEqual([303, 1]);
  });

  it("logs a query about the account under the account itself, whatever contract was posted", async () => {
    const page = await anna.get("/tickets/new/account");
    const typed = {
      subject: "Which line is this?",
      message: "HAR003",
      contractCover: "102",
      errorcodes: "x",
    };
    expect((await send(anna, page, typed)).status).toBe(303);
    expect(ticketOf("Which line is this?")).toMatchObject({
      contract_id: 1,
      error_codes: "",
      category: "Account & Billing",
      priority_id: 5,
    });
  });

  it("lists what is wrong, a negative number included, and then asks for a second press on a warning", async () => {
    const page = await anna.get("/tickets/new/technical/cloud/software");
    const refused = await send(anna, page, {
      affectedUsers: "-1",
      subject: "",
      message: "",
      contractCover: "",
    });
    expect(refused.status).toBe(400);
    for (const text of [
      "Please choose a contract.",
      "Please enter a number from 0 to 100000.",
      "Please enter a summary.",
      "Please enter the details.",
    ])
      expect(alertOf(refused)).toContain(text);
    const errorLinks = attributesOf(refused, "main [role=alert] a", "href");
    expect(errorLinks.join()).toMatch(/-subject,.*-message,.*-contractCover,.*-affectedUsers$/);
    const typed = { affectedUsers: "300", subject: "Everybody", message: "All", contractCover: "101" };
    const asked = await send(anna, refused, typed);
    expect([asked.status, alertOf(asked).includes("Please call us as well")]).toEqual([400, true]);
    expect((await send(anna, asked, {})).status).toBe(303);
    expect(countTickets("Everybody")).toBe(1);
  });

  it.each([
    ["Error500", 502, "There was an error creating a ticket."],
    ["Lost", 503, "Please check your tickets before you send it again."],
  ])("comes back as typed when logging fails (%s: %i)", async (subject, status, text) => {
    const page = await anna.get("/tickets/new/account");
    const failed = await send(anna, page, { subject, message: "Typed with care" });
    expect([failed.status, alertOf(failed).includes(text)]).toEqual([status, true]);
    expect(failed.$("textarea[name=message]").text().trim()).toBe("Typed with care");
  });

  it("asks before Previous Step drops what was typed, but not where nothing was typed", async () => {
    const at = "/tickets/new/technical/cloud/software";
    const page = await anna.get(at);
    const fields = new URLSearchParams(page.$("#new-ticket").serialize());
    const back = await anna.post(`${at}?previous`, fields);
    expect([back.status, back.location]).toEqual([303, "/tickets/new/technical/cloud"]);
    fields.set("subject", "Half typed");
    const asked = await anna.post(`${at}?previous`, fields);
    expect(textOf(asked)).toContain(
      "You have unsaved changes. Are you sure you want to navigate away from this page?",
    );
    expect(asked.$("input[name=subject]").val()).toBe("Half typed");
    expect(asked.$("#new-ticket button:contains('Send Ticket')").attr("formaction")).toBe(at);
    expect(link(asked, "Leave without sending")).toBe("/tickets/new/technical/cloud");
  });
});

it("the confirmation shows the table of priorities even if the API can't be asked for them", async () => {
  const form = await anna.get("/tickets/new/account");
  const sent = await send(anna, form, { subject: "To be confirmed", message: "Help" });
  const down = ({ path }: { path: string }) =>
    path.includes("TicketPriorities") || path.includes("Details") ? { status: 500, body: "{}" } : undefined;
  const page = await world.api.scripted(down, () => anna.get(sent.location ?? ""));
  expect([page.status, textOf(page)]).toEqual([200, expect.stringContaining("SavedTicket logged")]);
  const rows = [
    "Priority 1Critical1 hour",
    "Priority 2Major4 hours",
    "Priority 3Minor8 hours",
    "Priority 5Billing and Account24 hours",
    "Priority 6Administration change5 working days",
  ];
  expect(page.$("main tbody").text()).toBe(rows.join(""));
});
