import { createServer, type Server, type ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listen } from "#server/testing/listen.ts";
import { signedIn } from "../support/signed-in.ts";
import { textOf, type Visitor } from "../support/visitor.ts";
import { createWorld, type World } from "../support/world.ts";

const HEADS = "Date,Time,From,To,Destination,Duration (s),Cost (GBP)\n";
const ROW = "2026-07-01,09:30:00,01947 600123,0113 496 0000,UK national,60,0.10\n";

let files: Server;
let world: World;
let anna: Visitor;
let pagePath = "";
let answer: (res: ServerResponse) => void;
beforeAll(async () => {
  files = createServer((req, res) => (req.method === "HEAD" ? void res.end() : answer(res)));
  const url = await listen(files);
  world = await createWorld({ environment: { FILES_URL: `${url}/files` } });
  anna = await signedIn(world, "anna", "1001");
  const { $ } = await anna.get("/invoices");
  pagePath = `/invoices/${$("#invoices tbody tr > th").first().text()}/calls`;
});
afterAll(async () => {
  await world.close();
  files.closeAllConnections();
  files.close();
});

/** The page of the calls when the files service answers with this file. */
async function withFile(text: string | ((res: ServerResponse) => void)) {
  answer = typeof text === "string" ? (res) => void res.end(text) : text;
  const shown = await anna.get(pagePath);
  return { ...shown, text: textOf(shown) };
}

it("the page says how many rows it couldn't read, and what the file leaves out", async () => {
  const { text } = await withFile("CLI,Price\n01947 600123,1.00\nTotal\n");
  expect(text).toContain("One row couldn't be read and isn't in the totals.");
  expect(text).toContain(
    "The file doesn't say who was called, what type of call it was, when each call was made, how long each call lasted.",
  );
  expect(text).toContain("Cost£1.00");
});

it("the page says that it doesn't know the columns of a file", async () => {
  const { text } = await withFile("Name,Age\nA,1\n");
  expect(text).toContain("We don't recognise the columns in this file, so we can't work out any totals.");
});

it("the page sums the part that arrived of a file that breaks off, and says so", async () => {
  const { status, text } = await withFile((res) => {
    res.writeHead(200, { "content-length": "900000" });
    res.write(HEADS + ROW.repeat(8_000), () => res.destroy());
  });
  expect(status).toBe(200);
  expect(text).toContain("We couldn't load all of this file. The totals below only cover part of it.");
  expect(text).toMatch(/Calls[\d,]+Time/);
});

it("the page sums a part of a file that's too large, and doesn't read the rest", async () => {
  let isClosed = false;
  const rows = ROW.repeat(1_000);
  const { text } = await withFile((res) => {
    res.writeHead(200, { "content-length": String(10 ** 9) });
    res.write(HEADS);
    const more = () => {
      while (!res.destroyed) if (!res.write(rows)) return void res.once("drain", more);
    };
    res.once("close", () => (isClosed = true));
    more();
  });
  expect(text).toMatch(
    /(too large to show here in full|was taking too long to read)\. The totals below only cover part/,
  );
  await expect.poll(() => isClosed).toBe(true);
}, 30_000);

it("the page is still shown when the file fails or doesn't exist, and says so", async () => {
  const failed = await withFile((res) => void res.writeHead(500).end());
  expect([failed.status, failed.text.includes("Try again")]).toEqual([200, true]);
  const missing = await withFile((res) => void res.writeHead(404).end());
  expect([missing.status, missing.text.includes("There are no call records")]).toEqual([200, true]);
});
