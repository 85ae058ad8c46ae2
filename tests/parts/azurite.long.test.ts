import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { StorageBehindGateway } from "./azurite.ts";
import { signedIn } from "../support/signed-in.ts";
import { pdf, postFiles, ticketId } from "../support/uploads.ts";
import { messageOf, textOf, type Visitor } from "../support/visitor.ts";
import { createWorld, type World } from "../support/world.ts";

const MB = 1024 * 1024;

let storage: StorageBehindGateway;
let world: World;
let anna: Visitor;
beforeAll(async () => {
  storage = await StorageBehindGateway.start();
  [world] = await Promise.all([createWorld({ environment: storage.settings }), storage.ready()]);
  anna = await signedIn(world, "anna", "1001");
});
afterAll(async () => {
  await world.close();
  await storage.close();
});

function download(path: string): Promise<Response> {
  return fetch(world.portal.url + path, {
    redirect: "manual",
    headers: { cookie: `session=${anna.cookie("session")}` },
  });
}

describe("Azure's blob storage", () => {
  it("takes 20 MB in blocks and gives them back, byte for byte", async () => {
    const id = ticketId(world);
    const content = pdf(20 * MB);
    const sent = await anna.follow(await postFiles(anna, `/tickets/${id}/files`, [["large.pdf", content]]));
    expect(messageOf(sent)).toContain("large.pdf was uploaded successfully");
    expect(storage.calls.filter((call) => call === "PUT block").length).toBeGreaterThan(1);
    const blob = storage.files.getBlobClient(`1001/Support_${id}/large.pdf`);
    expect((await blob.downloadToBuffer()).equals(content)).toBe(true);
    const back = await download(`/tickets/${id}/files/large.pdf`);
    expect(back.headers.get("content-length")).toBe(String(content.length));
    expect(Buffer.from(await back.arrayBuffer()).equals(content)).toBe(true);
  });

  it("serves an invoice under its name and type; where there is none the page says so", async () => {
    const list = await anna.get("/invoices");
    const number = list.$("#invoices tbody tr > th").first().text();
    const name = `Invoice_${number}.pdf`;
    const path = `/invoices/${number}/files/${name}`;
    expect((await download(path)).status).toBe(303);
    expect((await anna.get(`/invoices/${number}`)).text).toContain(
      `There's no ${name} yet. Please check back soon`,
    );
    const asked = storage.calls.find((call) => call.startsWith("GET ") && call.endsWith(name)) ?? "";
    const content = pdf(300_000);
    await storage.files.getBlockBlobClient(asked.slice("GET ".length)).uploadData(content);
    const reply = await download(path);
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(reply.headers.get("content-disposition")).toBe(`attachment; filename=${name}`);
    expect(Buffer.from(await reply.arrayBuffer()).equals(content)).toBe(true);
  });

  it("that goes down before the blocks are committed fails the upload, and pages still open", async () => {
    storage.endsAt = "PUT blocklist";
    const id = ticketId(world, 1);
    const path = `/tickets/${id}/files`;
    const failed = await anna.follow(await postFiles(anna, path, [["half.pdf", pdf(9 * MB)]]));
    expect(messageOf(failed)).toContain("We're sorry, half.pdf failed to upload");
    expect(failed.$("a[href*='half.pdf']").length).toBe(0);
    const page = await anna.get(`/tickets/${id}`);
    expect(page.status).toBe(200);
    expect(textOf(page)).toContain("There was an error getting attachments");
    expect((await download(`${path}/half.pdf`)).status).toBe(303);
  });
});
