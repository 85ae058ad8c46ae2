import { request } from "node:http";
import { beforeEach, describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { send } from "../support/raw.ts";
import { endSession, signedIn, signInAgain } from "../support/signed-in.ts";
import { multipart, pdf, postFiles, sha256, ticketId, uploadLedger, type Sent } from "../support/uploads.ts";
import { headingOf, messageOf, textOf } from "../support/visitor.ts";
import { sql, world } from "../support/world.ts";

const KB = 1024;
const MB = 1024 * KB;

startWithAnna({
  environment: {
    UPLOAD_RETRY_MS: "0",
    UPLOAD_FILES: "10",
    UPLOAD_FILE_MB: "2",
    UPLOAD_TOTAL_MB: "4",
    API_TIMEOUT_SECONDS: "3",
  },
});

let place = 0;
/** A ticket for each test, so that no test finds another test's files. */
let ticket: string;
beforeEach(() => {
  ticket = ticketId(world, (place += 1));
});

const path = () => `/tickets/${ticket}/files`;

/** Adds files to the ticket without scripts; returns the messages of the next page. */
async function add(files: readonly Sent[], fields: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const reply = await postFiles(anna, path(), files, fields);
  expect([reply.status, reply.location]).toEqual([303, `/tickets/${ticket}`]);
  return messages(messageOf(await anna.follow(reply)));
}

const messages = (bar: string) => bar.split(/ ?Dismiss ?/).filter(Boolean);

/** What became of the ticket's files. */
async function stored() {
  const { files, waiting } = await uploadLedger(world);
  return {
    files: files.filter(({ ticketId: id }) => id === ticket),
    waiting: waiting.filter(({ blob }) => blob.includes(`/Support/${ticket}/`)),
  };
}
const names = async () => (await stored()).files.map(({ name }) => name);

const uploaded = (name: string) => `Success: ${name} was uploaded successfully to Support ${ticket}.`;
const refused = (name: string, reason: string) =>
  `Error: ${name} wasn't uploaded to Support ${ticket}: ${reason}`;

describe("files of a ticket", () => {
  it("are uploaded whole, each with a message, and can be downloaded on the ticket's page", async () => {
    const files: Sent[] = [
      ["Router lights.pdf", pdf(700 * KB)],
      ["log.txt", "DSL down\r\n"],
    ];
    expect(await add(files)).toEqual([uploaded("Router lights.pdf"), uploaded("log.txt")]);
    expect(await stored()).toEqual({
      files: files.map(([name, content]) => ({
        ticketId: ticket,
        name,
        size: content.length,
        sha256: sha256(content),
      })),
      waiting: [],
    });
    expect(textOf(await anna.get(`/tickets/${ticket}`))).toContain("Router lights.pdf");
    expect((await anna.get(`${path()}/log.txt`)).text).toBe("DSL down\r\n");
  });

  it("from a browser that leaves half way aren't stored, and can be sent again", async () => {
    const content = pdf(MB);
    const { headers, body } = await multipart({ account: "1001" }, [["half.pdf", content]]);
    const { hostname, port } = new URL(world.portal.url);
    const sending = request({
      ...{ hostname, port, path: path(), method: "POST" },
      headers: { ...headers, "content-length": body.length, cookie: `session=${anna.cookie("session")}` },
    });
    sending.on("error", () => undefined);
    sending.write(body.subarray(0, body.length / 2));
    await expect.poll(async () => (await stored()).waiting.length).toBe(1);
    sending.destroy();
    await expect.poll(() => world.portal.log.some(({ msg }) => msg === "upload failed")).toBe(true);
    expect(await names()).toEqual([]);
    expect(await add([["half.pdf", content]])).toContain(uploaded("half.pdf"));
    expect(await names()).toEqual(["half.pdf"]);
  });

  it("are taken once for each name, however often they come", async () => {
    const again = (name: string) =>
      `Information: ${name} is already attached to Support ${ticket}, so we didn't add it again.`;
    expect(
      await add([
        ["a.txt", "one"],
        ["A.TXT", "two"],
      ]),
    ).toEqual([uploaded("a.txt"), again("A.TXT")]);
    expect(await add([["a.txt", "one"]])).toEqual([again("a.txt")]);
    expect((await stored()).files).toMatchObject([{ name: "a.txt", size: 3 }]);
  });

  it("are refused when they aren't what their names say, or can run", async () => {
    const types =
      "we don't accept files of this type. We accept PDF, Office documents, pictures, text, email, ZIP, audio and video.";
    const content = "its content doesn't match its file type.";
    const bomb = Buffer.concat([Buffer.from("PK\x03\x04"), Buffer.alloc(200 * KB)]);
    const sent: readonly (readonly [string, string | Buffer, told: string])[] = [
      [
        "logo.svg",
        "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        refused("logo.svg", types),
      ],
      ["photo.png", "<script>alert(1)</script>", refused("photo.png", content)],
      ["setup.exe", "MZ", refused("setup.exe", types)],
      ["setup.txt", Buffer.from("MZ\0\x01"), refused("setup.txt", content)],
      ["README", "text", refused("README", types)],
      ["empty.txt", "", refused("empty.txt", "it's empty.")],
      ["bomb.zip", bomb, uploaded("bomb.zip")],
    ];
    expect(await add(sent.map(([name, content]) => [name, content]))).toEqual(sent.map(([, , told]) => told));
    expect(await names()).toEqual(["bomb.zip"]);
  });

  it("are stored under names without anything that deceives or leads out of the folder", async () => {
    const long = `${"ü€😀".repeat(40)}.txt`;
    const sent: readonly (readonly [string, string])[] = [
      ["../../../etc/passwd.txt", "passwd.txt"],
      ["..\\..\\boot.txt", "boot.txt"],
      ["invoice\u202Efdp.txt", "invoicefdp.txt"],
      ["tab\tand.txt", "taband.txt"],
      ["a..b....txt", "a..b.txt"],
      ["\u{1f468}\u200d\u{1f469}.txt", "\u{1f468}\u200d\u{1f469}.txt"],
      ["uo<te>|s?.txt", "uo-te-s-.txt"],
      ["...hidden.txt", "hidden.txt"],
      [long, `${"ü€😀".repeat(40)}.txt`],
    ];
    expect(await add(sent.map(([name]) => [name, "x"]))).toEqual(sent.map(([, name]) => uploaded(name)));
    expect(await names()).toEqual(sent.map(([, name]) => name));
    const page = await anna.get(`/tickets/${ticket}`);
    for (const [, name] of sent) expect(textOf(page)).toContain(name);
  });

  it("that come after an unreadable one are reported as not uploaded", async () => {
    const { headers, body } = await multipart({ account: "1001" }, [
      ["one.txt", "1"],
      ["twoZ.txt", "2"],
    ]);
    const torn = Buffer.from(body.toString("latin1").replace("twoZ", "two\0"), "latin1");
    const reply = await anna.send(path(), {
      method: "POST",
      headers: { ...headers, origin: anna.origin },
      body: torn,
    });
    expect(messages(messageOf(await anna.follow(reply)))).toEqual([
      uploaded("one.txt"),
      `Error: Some files couldn't be read, so they weren't uploaded to Support ${ticket}. Please return to the item to add them again.`,
    ]);
  });

  it("are limited to 10 at once, and a form without files asks for some", async () => {
    const fifty = Array.from({ length: 50 }, (_, index): Sent => [`${index}.txt`, "x"]);
    expect((await add(fifty)).at(-1)).toBe(
      `Warning: You can only add 10 files at a time. The last 40 weren't uploaded to Support ${ticket}. Please return to the item to add them.`,
    );
    expect((await names()).length).toBe(10);
    const none = await postFiles(anna, path(), [["", ""]]);
    expect([none.status, none.location]).toEqual([303, path()]);
    expect(messageOf(await anna.follow(none))).toContain("Please choose the files to add.");
  });

  it("are limited in size, each and together", async () => {
    expect(
      await add([
        ["large.pdf", pdf(2 * MB + 1)],
        ["small.txt", "x"],
      ]),
    ).toEqual([refused("large.pdf", "it's larger than 2 MB."), uploaded("small.txt")]);
    expect((await stored()).waiting, "no block of it was sent").toEqual([]);
    const together = await postFiles(anna, path(), [["huge.pdf", pdf(5 * MB)]]);
    expect(together.status).toBe(413);
    expect(headingOf(together)).toBe("These files are too large to send at once");
    // A body that doesn't say its length is read up to the limit.
    const three = ["1.pdf", "2.pdf", "3.pdf"].map((name): Sent => [name, pdf(1_900 * KB)]);
    const { headers, body } = await multipart({ account: "1001" }, three);
    const unsaid = await send(world.portal.url, {
      method: "POST",
      path: path(),
      headers: { ...headers, cookie: `session=${anna.cookie("session")}` },
      body: [body],
    });
    expect(unsaid.status).toBe(303);
    expect(await names()).toEqual(["small.txt", "1.pdf", "2.pdf"]);
    expect(messages(messageOf(await anna.get(`/tickets/${ticket}`))).at(-1)).toContain(
      "Some files couldn't be read",
    );
  });
});

describe("a form with files that isn't taken", () => {
  const file: Sent = ["proof.pdf", pdf(600 * KB)];
  const addAgainText = "Your files weren't sent. Please add them again: proof.pdf and any others.";

  it("because the session has ended comes back and asks for its files again", async () => {
    const visitor = await signedIn(world, "anna", "1001");
    await endSession(world, visitor);
    const reply = await postFiles(visitor, path(), [file], { intent: "ticket-files" });
    expect([reply.status, reply.location]).toEqual([303, "/login"]);
    await signInAgain(visitor);
    expect(textOf(await visitor.get(path()))).toContain(addAgainText);
    expect(await names()).toEqual([]);
  });

  it("because it is for another account changes nothing; sent again, it asks for its files", async () => {
    const page = await postFiles(anna, path(), [file], { account: "1002" });
    expect(page.status).toBe(409);
    const sent = await anna.post(path(), { account: "1001", files: "proof.pdf" });
    expect(messageOf(await anna.follow(sent))).toContain(addAgainText);
    expect(await names()).toEqual([]);
  });

  it("because the ticket is another account's is Page Not Found", async () => {
    const row = sql`SELECT max(support_ticket_id) AS id FROM tickets WHERE client_id = '1003'`[0];
    const reply = await postFiles(anna, `/tickets/${String(row?.id)}/files`, [file]);
    expect(reply.status).toBe(404);
    expect((await uploadLedger(world)).files.filter(({ name }) => name === "proof.pdf")).toEqual([]);
  });

  it.each<[string, number, Buffer | string, string]>([
    ["is no multipart form", 400, "--x--", "multipart/form-data"],
    [
      "breaks off in its fields",
      400,
      '--x\r\nContent-Disposition: form-data; name="account"\r\n\r\n10',
      "multipart/form-data; boundary=x",
    ],
    [
      "has endless fields",
      413,
      Buffer.concat([
        Buffer.from('--x\r\nContent-Disposition: form-data; name="account"\r\n\r\n'),
        Buffer.alloc(MB, "1"),
        Buffer.from("\r\n--x--\r\n"),
      ]),
      "multipart/form-data; boundary=x",
    ],
    [
      "has a thousand fields",
      413,
      `${'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(1_001)}--x--\r\n`,
      "multipart/form-data; boundary=x",
    ],
    [
      "has a thousand files without a name",
      413,
      `${'--x\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: application/octet-stream\r\n\r\n1\r\n'.repeat(1_001)}--x--\r\n`,
      "multipart/form-data; boundary=x",
    ],
  ])("because it %s is answered with %i", async (_, status, body, type) => {
    const reply = await anna.send(path(), {
      method: "POST",
      headers: { "content-type": type, origin: anna.origin },
      body,
    });
    expect(reply.status).toBe(status);
  });
});
