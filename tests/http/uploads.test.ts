import { beforeEach, describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { pdf, postFiles, sha256, ticketId, uploadLedger, type Sent } from "../support/uploads.ts";
import { messageOf } from "../support/visitor.ts";
import { world } from "../support/world.ts";

const KB = 1024;
const MB = 1024 * KB;

startWithAnna({ environment: { UPLOAD_RETRY_MS: "0" } });

let place = 0;
/** A ticket for each test, so that each finds its own files alone. */
let ticket: string;
beforeEach(() => {
  ticket = ticketId(world, (place += 1));
});

/** Adds files to the ticket without scripts; answers what the page after it says. */
async function add(files: readonly Sent[], fields: Readonly<Record<string, string>> = {}): Promise<string> {
  const reply = await postFiles(anna, `/tickets/${ticket}/files`, files, fields);
  expect([reply.status, reply.location]).toEqual([303, `/tickets/${ticket}`]);
  return messageOf(await anna.follow(reply))
    .replaceAll(/ ?Dismiss ?/g, " ")
    .trim();
}

/** What became of the ticket's files. */
async function stored() {
  const { files, waiting } = await uploadLedger(world);
  return {
    files: files.filter(({ ticketId: id }) => id === ticket),
    waiting: waiting.filter(({ blob }) => blob.includes(`/Support/${ticket}/`)),
  };
}

const uploaded = (name: string) => `${name} was uploaded successfully to Support ${ticket}.`;
const failed = (name: string) =>
  `We're sorry, ${name} failed to upload to Support ${ticket}. Please return to the item to try again.`;

describe("files of a ticket", () => {
  it("go up whole, each with its message", async () => {
    const files: Sent[] = [
      ["Router lights.pdf", pdf(700 * KB)],
      ["log.txt", "DSL down\r\n"],
    ];
    expect(await add(files)).toBe(
      `Success: ${uploaded("Router lights.pdf")} Success: ${uploaded("log.txt")}`,
    );
    expect(await stored()).toEqual({
      files: files.map(([name, content]) => ({
        ticketId: ticket,
        name,
        size: content.length,
        sha256: sha256(content),
      })),
      waiting: [],
    });
  });
});
