import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import demo from "#provider/feeds/status.json" with { type: "json" };
import { signedIn } from "../support/signed-in.ts";
import { headingOf, textOf } from "../support/visitor.ts";
import { createWorld, type World } from "../support/world.ts";

const SLOW = "Slow broadband in Whitby and Scarborough";
const folder = mkdtempSync(join(tmpdir(), "demarc-status-"));
let world: World;
beforeAll(async () => {
  const banner = {
    content: "Our offices are closed on Monday.",
    expires: "9999-12-31",
    linkUrl: "/account",
    linkTitle: "Your details",
  };
  const file = join(folder, "banners.json");
  writeFileSync(file, JSON.stringify([banner]));
  world = await createWorld({ provider: { incidents: demo }, environment: { BANNERS_FILE: file } });
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

describe("open incidents", () => {
  it("are listed on /status for everybody, above those that are over, without scripts", async () => {
    const page = await world.visitor().get("/status");
    expect([page.status, headingOf(page), page.$("script").length]).toEqual([200, "Service status", 0]);
    const groups = page
      .$("main h2")
      .map((_, one) => [[page.$(one).text(), page.$(one).next().find("h3").text()]])
      .get();
    expect(groups).toEqual([
      ["We're working on this", SLOW],
      ["Resolved", "Outgoing calls failed"],
    ]);
    expect(textOf(page)).toMatch(/Broadband · updated \d\d\/\d\d\/\d{4} \d\d:\d\d/);
  });

  it("are shown where people look for help: sign-in, dashboard, line test, new ticket", async () => {
    expect(textOf(await world.visitor().get("/login"))).toContain(SLOW);
    const anna = await signedIn(world, "anna", "1001");
    for (const path of ["/dashboard", "/services/line-faults", "/tickets/new", "/tickets/new/account"]) {
      const page = await anna.get(path);
      expect(textOf(page), path).toContain(`Known problem: ${SLOW} (Broadband). We're working on it.`);
      expect(page.$("main a[href='/status']").length, path).toBe(1);
    }
    expect(textOf(await anna.get("/invoices"))).not.toContain(SLOW);
    const dashboard = await anna.get("/dashboard");
    expect(dashboard.$("main aside").attr("aria-label")).toBe("Announcement");
    expect(textOf(dashboard)).toContain("Our offices are closed on Monday.");
  });

  it("are linked from the footer, and /status leads back to the dashboard", async () => {
    const anna = await signedIn(world, "anna", "1001");
    expect((await anna.get("/invoices")).$("footer a[href='/status']").text()).toBe("Service status");
    expect((await anna.get("/status")).$("main a[href='/dashboard']").length).toBe(1);
  });
});

describe("a feed that is down", () => {
  let down: World;
  beforeAll(async () => {
    down = await createWorld({ environment: { STATUS_FEED_URL: "http://127.0.0.1:9/status.json" } });
  });
  afterAll(() => down.close());

  it("is told on /status, and the sign-in page still opens", async () => {
    const page = await down.visitor().get("/status");
    expect([page.status, textOf(page).includes("We can't tell at the moment")]).toEqual([200, true]);
    expect(textOf(page)).not.toContain("There are no open incidents.");
    expect((await down.visitor().get("/login")).status).toBe(200);
  });
});
