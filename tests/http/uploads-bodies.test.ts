import { beforeEach, describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { send } from "../support/raw.ts";
import { multipart, pdf, postFiles, submitWithFiles, ticketId, uploadLedger } from "../support/uploads.ts";
import { headingOf, messageOf } from "../support/visitor.ts";
import { sql, world } from "../support/world.ts";

const KB = 1024;

// Anything that would end the portal fails the run, because the portal shares its tests' process.
startWithAnna({ environment: { UPLOAD_RETRY_MS: "0", UPLOAD_FILE_MB: "2", UPLOAD_TOTAL_MB: "4" } });

let place = 0;
let ticket: string;
beforeEach(() => {
  ticket = ticketId(world, (place += 1));
});

/** The notes of the ticket, newest first. */
const notes = () =>
  sql`SELECT content FROM ticket_notes WHERE support_ticket_id = ${ticket} ORDER BY note_id DESC`.map(
    ({ content }) => String(content),
  );

const type = "multipart/form-data; boundary=x";
const firstPart = '--x\r\nContent-Disposition: form-data; name="account"\r\n\r\n1001\r\n';
const filePart = '--x\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\nabc';

/** Bodies that no browser sends. Each could end the process or be mistaken for a form. */
const bodies: readonly (readonly [string, string])[] = [
  ["has a malformed part header and ends early", `${firstPart}--x\r\n${"A".repeat(17 * KB)}`],
  ["has a malformed part header and goes on", `${firstPart}--x\r\nA\0\r\n\r\n1\r\n${filePart}\r\n--x--\r\n`],
  ["has a field without a name", `${firstPart}--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--\r\n`],
  [
    "has a field in an unknown charset",
    `--x\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset=none\r\n\r\n\xff\r\n--x--\r\n`,
  ],
  ["has two malformed headers", `--x\r\n\0\r\n--x\r\n\0\r\n--x\r\n\0`],
  ["ends within a file", `${firstPart}${filePart}`],
  ["ends within a header", `${firstPart}--x\r\nContent-Dis`],
  ["ends within its boundary", `${firstPart}${filePart}\r\n--`],
  ["is empty", ""],
];

const headersFor = (cookie?: string) => ({
  "content-type": type,
  origin: anna.origin,
  ...(cookie && { cookie: `session=${cookie}` }),
});

describe.each(["/tickets/1/files", "/login"])("a body to %s that", (path) => {
  it.each(bodies)("%s gets an answer, whoever sends it, and doesn't stop the portal", async (_, body) => {
    for (const cookie of [undefined, anna.cookie("session")])
      for (const pieces of [[body], [...body].slice(-40), body.match(/[^]{1,1000}/g) ?? []]) {
        const reply = await send(world.portal.url, {
          method: "POST",
          path,
          headers: headersFor(cookie),
          body: pieces.map((piece) => Buffer.from(piece, "latin1")),
        });
        expect(reply.status).toBeLessThan(500);
      }
    expect((await anna.get("/healthz")).status).toBe(200);
  });
});

it.each(["/tickets/1", "/tickets/new/account"])(
  "files of someone who isn't signed in are not read: %s leads to the sign-in",
  async (path) => {
    const visitor = world.visitor();
    for (const [, body] of [["", `${firstPart}${filePart}\r\n--x--\r\n`], ...bodies]) {
      const reply = await visitor.send(path, {
        method: "POST",
        headers: { "content-type": type, origin: visitor.origin },
        body,
      });
      expect([reply.status, reply.location]).toEqual([303, "/login"]);
    }
  },
);

describe("a form with files", () => {
  it.each([
    ["a longer message", { message: "x".repeat(600 * KB) }],
    ["longer fields together", Object.fromEntries([..."abcdef"].map((name) => [name, "y".repeat(100 * KB)]))],
    ["a longer name", { ["n".repeat(600 * KB)]: "" }],
    ["more fields", Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`f${n}`, "1"]))],
  ])("that has %s than is taken saves nothing and says so", async (_, typed: Record<string, string>) => {
    const before = notes();
    const page = await anna.get(`/tickets/${ticket}`);
    const fields = Object.fromEntries(
      page
        .$("main form[enctype='multipart/form-data']")
        .serializeArray()
        .filter(({ name }) => name !== "files")
        .map(({ name, value }) => [name, value] as const),
    );
    const reply = await postFiles(anna, `/tickets/${ticket}`, [["a.txt", "x"]], { ...fields, ...typed });
    expect([reply.status, headingOf(reply)]).toEqual([413, "That's too much at once"]);
    expect(notes()).toEqual(before);
    expect((await uploadLedger(world)).files.filter(({ ticketId: id }) => id === ticket)).toEqual([]);
  });

  it("whose message is long is saved with its file", async () => {
    const message = "word ".repeat(700).trim();
    const page = await anna.get(`/tickets/${ticket}`);
    const reply = await submitWithFiles(anna, page, { typed: { message }, files: [["a.txt", "x"]] });
    expect(reply.status).toBe(303);
    expect(notes()[0]).toContain("word word");
  });

  it("whose fields come after its files says that those fields weren't read", async () => {
    const { headers, body } = await multipart({ account: "1001" }, [["a.txt", "x"]]);
    const boundary = /boundary=(.+)/.exec(headers["content-type"])?.[1] ?? "";
    const late = `--${boundary}\r\nContent-Disposition: form-data; name="message"\r\n\r\nlate\r\n--${boundary}--\r\n`;
    const reply = await anna.send(`/tickets/${ticket}/files`, {
      method: "POST",
      headers: { ...headers, origin: anna.origin },
      body: body.toString("latin1").replace(`--${boundary}--\r\n`, late),
    });
    const said = messageOf(await anna.follow(reply));
    expect(said).toContain(`a.txt was uploaded successfully to Support ${ticket}.`);
    expect(said).toContain("Part of the form wasn't received");
  });

  it("cuts the names of files that are too long, and takes a file of exactly the largest size", async () => {
    const reply = await postFiles(anna, `/tickets/${ticket}/files`, [
      [`${"long ".repeat(200)}.txt`, "x"],
      ["exact.pdf", pdf(2 * KB * KB)],
    ]);
    expect(messageOf(await anna.follow(reply)).match(/was uploaded successfully/g)).toHaveLength(2);
    const { files } = await uploadLedger(world);
    const names = files.filter(({ ticketId: id }) => id === ticket).map(({ name }) => name);
    expect(names).toEqual([expect.stringMatching(/^long .{100,}\.txt$/), "exact.pdf"]);
  });

  it.each([
    ["0", ""],
    ["", "%20"],
  ])("puts files into the ticket's folder for any spelling of its id (%s…%s)", async (before, behind) => {
    const path = `/tickets/${before}${ticket}${behind}`;
    const reply = await postFiles(anna, `${path}/files`, [["own.txt", "x"]]);
    expect([reply.status, reply.location]).toEqual([303, `/tickets/${ticket}`]);
    const { files } = await uploadLedger(world);
    expect(files.filter(({ ticketId: id }) => id === ticket).map(({ name }) => name)).toEqual(["own.txt"]);
    expect((await anna.get(path)).text).toContain("own.txt");
    expect((await anna.get(`${path}/files/own.txt`)).text).toBe("x");
  });
});
