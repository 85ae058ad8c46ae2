import { offers } from "#app/document/offers.ts";
import { errorLogFields } from "#app/errors/error-page.ts";
import { optionalCallOptions } from "#app/errors/tolerate.ts";
import { acquireLock } from "#app/request/once.server.ts";
import { filesOf, uploadsOf, type Portal, type RouteArgs } from "#app/request/portal.ts";
import type { FlashTone } from "#server/session/portal-session.ts";
import type { PostedFile } from "#server/uploads/posted-files.ts";
import { safeFileName, withoutTrailingDots } from "#shared/file-name.ts";
import { MB, textLength, uploads } from "#shared/limits.ts";
import { ticketFolder } from "#shared/portal-api/files.ts";
import type { UploadsClient } from "#shared/portal-api/uploads-client.ts";
import { contentTypeOf, nameForContent } from "./file-content.server.ts";
import { ACCEPTED_TYPES, acceptedExtension } from "./file-types.ts";

type FileMessage = [tone: FlashTone, text: string];

const SMALL_BLOCK = 256 * 1024;
const LARGE_BLOCK = 4 * MB;
const LARGE_FILE = 32 * MB;

/** Streams this request's files to the ticket's folder and flashes a message for each. Carries on after a failure. */
export async function uploadFiles(
  args: RouteArgs,
  portal: Portal,
  id: string,
  maxFileCount = Infinity,
): Promise<void> {
  const { files, config, log } = args.context;
  if (!files) return;
  const flash = (tone: FlashTone, text: string) => portal.session.flash({ tone, text });
  const maxFiles = Math.min(config.uploadFiles, maxFileCount);
  const ticket = { id, existing: await filesInFolder(args, portal, id) };
  let count = 0;
  try {
    for await (const file of files) {
      count += 1;
      if (count > maxFiles) continue;
      flash(...(await upload(args, portal, ticket, file)));
    }
  } catch (error) {
    log.warn({ err: error }, "files were cut short");
    if (isFieldAfterFiles(error)) flash("warning", FIELD_AFTER_FILES);
    else
      flash(
        "error",
        `Some files couldn't be read, so they weren't uploaded to Support ${id}. Please return to the item to add them again.`,
      );
  }
  const leftOut = count - maxFiles;
  if (leftOut > 0)
    flash(
      "warning",
      `You can only add ${maxFiles} ${maxFiles === 1 ? "file" : "files"} at a time. The last ${leftOut === 1 ? "one wasn't" : `${leftOut} weren't`} uploaded to Support ${id}. Please return to the item to add ${leftOut === 1 ? "it" : "them"}.`,
    );
}

const FIELD_AFTER_FILES =
  "Part of the form wasn't received. Please check that everything you typed was saved.";
const isFieldAfterFiles = (error: unknown) => error instanceof Error && error.name === "FieldBehindFiles";

/** File sizes by lowercase name; undefined if the listing doesn't give the size. */
type Sizes = Map<string, number | undefined>;
const keyOf = (name: string) => name.toLowerCase();

interface Ticket {
  readonly id: string;
  readonly existing: Sizes;
}

/** Empty if the call fails, because a duplicate is better than a lost file. */
async function filesInFolder({ context }: RouteArgs, portal: Portal, id: string): Promise<Sizes> {
  const { clientId } = portal.account;
  const listing = filesOf(context, portal).list(ticketFolder.list, { clientId, id }, optionalCallOptions);
  const files = await listing.catch((error: unknown) => {
    context.log.warn(errorLogFields(error), "files could not be listed");
    return [];
  });
  return new Map(files.map(({ name, size }) => [keyOf(name), size]));
}

/** 'image.jpg', 'image-2.jpg' and so on: the names that are taken, and the first free one. */
function namesLike(name: string, existing: Sizes): { taken: string[]; free: string } {
  const taken: string[] = [];
  let free = name;
  for (let number = 2; existing.has(keyOf(free)); number += 1) {
    taken.push(free);
    free = name.replace(/(?=\.[^.]*$)/, `-${number}`);
  }
  return { taken, free };
}

const alreadyAttached = ({ id }: Ticket, name: string): FileMessage => [
  "info",
  `${name} is already attached to Support ${id}, so we didn't add it again.`,
];

async function upload(
  args: RouteArgs,
  portal: Portal,
  ticket: Ticket,
  file: PostedFile,
): Promise<FileMessage> {
  const { log, services, signal } = args.context;
  const { id, existing } = ticket;
  const sentName = storageName(file);
  const container = services.now().toISOString().replace(/\D/g, "");
  const place = { clientId: portal.account.clientId, kind: "Support", id, container, fileName: sentName };
  const client = uploadsOf(args.context, portal);
  try {
    const sent = await sendBlocks(args, client, place, file, ticket);
    if ("message" in sent) return sent.message;
    const { name, fileName, size, count } = sent;
    // If a form is posted twice at once, the second post finds the first one's file and doesn't commit its own blocks.
    const lockName = `file ${place.clientId} Support ${id} ${keyOf(name)}`;
    await using _lock = await acquireLock(services.records, lockName, { signal });
    for (const [key, latest] of await filesInFolder(args, portal, id))
      existing.set(key, latest ?? existing.get(key));
    const same = namesLike(name, existing).taken.find(
      (taken) => (existing.get(keyOf(taken)) ?? size) === size,
    );
    if (same !== undefined) return alreadyAttached(ticket, same);
    if (existing.has(keyOf(fileName))) throw new Error("another file took the name first");
    await client.commit({ ...place, fileName }, count, contentTypeOf(name));
    existing.set(keyOf(fileName), size);
    const type = name.slice(name.lastIndexOf(".") + 1).toUpperCase();
    const renamed = name === sentName ? "" : ` ${sentName} is really a ${type} file.`;
    const numbered = fileName === name ? "" : ` There's already a file called ${name}.`;
    const uploaded = `${fileName} was uploaded successfully to Support ${id}.`;
    return ["success", uploaded + renamed + numbered];
  } catch (error) {
    log.warn(errorLogFields(error), "upload failed");
    return [
      "error",
      `We're sorry, ${sentName} failed to upload to Support ${id}. Please return to the item to try again.`,
    ];
  }
}

/** Sends a file's blocks, which only become a file when they're committed. `name` has the extension that fits the content, `fileName` is the first free name like it. */
async function sendBlocks(
  { context: { config }, request }: RouteArgs,
  client: UploadsClient,
  place: Parameters<UploadsClient["putBlock"]>[0],
  { body }: PostedFile,
  ticket: Ticket,
) {
  const refuse = (reason: string): { message: FileMessage } => ({
    message: ["error", `${place.fileName} wasn't uploaded to Support ${ticket.id}: ${reason}`],
  });
  // Someone may have opened the page before the operator switched uploads off.
  if (!offers(config, "uploads")) return refuse("you can't add files here.");
  if (!acceptedExtension(place.fileName))
    return refuse(`we don't accept files of this type. We accept ${ACCEPTED_TYPES}.`);
  const limit = config.uploadFileMb * MB;
  let [name, fileName, size, count] = ["", "", 0, 0];
  let sending: Promise<void> | undefined;
  for await (const block of blocksToSend(body, limit, announcedBytes(request))) {
    if (body.truncated) break;
    if (count === 0) {
      const named = nameForContent(place.fileName, block);
      if (named === undefined) return refuse("its content doesn't match its file type.");
      const { taken, free } = namesLike(named, ticket.existing);
      const same = taken.find((takenName) => ticket.existing.get(keyOf(takenName)) === undefined);
      if (same !== undefined) return { message: alreadyAttached(ticket, same) };
      [name, fileName] = [named, free];
    }
    await sending;
    sending = client.putBlock({ ...place, fileName }, count, block);
    // The `await` may come after the rejection, which would then count as unhandled.
    sending.catch(() => undefined);
    size += block.length;
    count += 1;
  }
  await sending;
  if (body.truncated) return refuse(`it's larger than ${config.uploadFileMb} MB.`);
  return count === 0 ? refuse("it's empty.") : { name, fileName, size, count };
}

function storageName(file: PostedFile): string {
  const [, stem = "", extension = ""] = /^(.*?)(\.[a-z0-9]{1,8})?$/is.exec(safeFileName(file.name)) ?? [];
  const short = [...stem].slice(0, textLength.fileStem).join("");
  return (withoutTrailingDots(short) || "file") + extension;
}

const announcedBytes = (request: Request) => Number(request.headers.get("content-length") ?? Infinity);

/** Bytes of all files that we're keeping back now. */
let keptBytes = 0;

/**
 * Yields a file's blocks. We only know its size at the end, so we assume what the form announces. If that's too large,
 * we keep the blocks back until we've read the file, so that we never send part of one that's too large. If too many
 * files are kept back already, we send the blocks at once.
 */
async function* blocksToSend(
  body: PostedFile["body"],
  limit: number,
  announced: number,
): AsyncGenerator<Uint8Array> {
  const blocks = blocksOf(body, Math.min(announced, limit) > LARGE_FILE ? LARGE_BLOCK : SMALL_BLOCK);
  if (announced <= limit || keptBytes + limit > uploads.keptBytes) return yield* blocks;
  keptBytes += limit;
  try {
    yield* await Array.fromAsync(blocks);
  } finally {
    keptBytes -= limit;
  }
}

async function* blocksOf(body: PostedFile["body"], size: number): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = [];
  let missing = size;
  for await (const chunk of body) {
    let rest = chunk;
    while (rest.length >= missing) {
      yield Buffer.concat([...pieces, rest.subarray(0, missing)]);
      rest = rest.subarray(missing);
      [pieces, missing] = [[], size];
    }
    pieces.push(rest);
    missing -= rest.length;
  }
  if (missing < size) yield Buffer.concat(pieces);
}
