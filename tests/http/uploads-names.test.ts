import { beforeEach, describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { postFiles, ticketId, uploadLedger, type Sent } from "../support/uploads.ts";
import { messageOf } from "../support/visitor.ts";
import { world } from "../support/world.ts";

const KB = 1024;

startWithAnna({ environment: { UPLOAD_RETRY_MS: "0" } });

let place = 0;
let ticket: string;
beforeEach(() => {
  ticket = ticketId(world, (place += 1));
});

const path = () => `/tickets/${ticket}/files`;
const uploaded = (name: string) => `Success: ${name} was uploaded successfully to Support ${ticket}.`;

/** Adds files to the ticket without scripts; returns the messages of the next page. */
async function add(files: readonly Sent[]): Promise<string[]> {
  const next = await anna.follow(await postFiles(anna, path(), files));
  return messageOf(next)
    .split(/ ?Dismiss ?/)
    .filter(Boolean);
}

/** The names under which the ticket's files are stored. */
async function names(): Promise<string[]> {
  const { files } = await uploadLedger(world);
  return files.filter(({ ticketId: id }) => id === ticket).map(({ name }) => name);
}

describe("files", () => {
  it("of other contents go up under the next free name, once, and the page says so", async () => {
    const photo = (bytes: number) =>
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(bytes)]);
    const renamed = (name: string) => `${uploaded(name)} There's already a file called image.jpg.`;
    const again = (name: string) =>
      `Information: ${name} is already attached to Support ${ticket}, so we didn't add it again.`;
    const three = [10, 20, 300 * KB].map((bytes): Sent => ["image.jpg", photo(bytes)]);
    const said = [uploaded("image.jpg"), renamed("image-2.jpg"), renamed("image-3.jpg")];
    expect(await add(three)).toEqual(said);
    expect(await add(three)).toEqual(["image.jpg", "image-2.jpg", "image-3.jpg"].map(again));
    expect(await add([["IMAGE.JPG", photo(40)]])).toEqual([
      `${uploaded("IMAGE-4.JPG")} There's already a file called IMAGE.JPG.`,
    ]);
    expect(await names()).toEqual(["image.jpg", "image-2.jpg", "image-3.jpg", "IMAGE-4.JPG"]);
    expect((await anna.get(`${path()}/image-2.jpg`)).status).toBe(200);
  });

  it("of an accepted type under another's name get their own, and pictures of phones are taken", async () => {
    const png = "\x89PNG\r\n\x1a\n\0";
    const sent: readonly Sent[] = [
      ["scan.jpg", Buffer.from(png, "latin1")],
      ["photo.jfif", Buffer.from("\xff\xd8\xff\xe0\0", "latin1")],
      ["photo.heif", Buffer.from("\0\0\0\x18ftypmif1", "latin1")],
      ["photo.bmp", Buffer.from("BM\x36\x10\0\0\0\0\0\0", "latin1")],
    ];
    expect(await add(sent)).toEqual([
      `${uploaded("scan.png")} scan.jpg is really a PNG file.`,
      ...["photo.jfif", "photo.heif", "photo.bmp"].map(uploaded),
    ]);
  });
});
