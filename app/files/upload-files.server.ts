import { offers } from "#app/document/offers.ts";
import { errorLogFields } from "#app/errors/error-page.ts";
import { optionalCallOptions } from "#app/errors/tolerate.ts";
import { MB, textLength, uploads } from "#app/limits.ts";
import { ticketFolder } from "#app/portal-api/files.ts";
import type { UploadsClient } from "#app/portal-api/uploads-client.ts";
import { runExclusively } from "#app/request/across-instances.server.ts";
import { filesOf, uploadsOf, type Portal, type RouteArgs } from "#app/request/portal.ts";
import type { FlashTone } from "#server/session/portal-session.ts";
import type { PostedFile } from "#server/uploads/posted-files.ts";
import { contentTypeOf, nameByContent } from "./file-content.server.ts";
import { safeFileName, withoutTrailingDots } from "./file-name.ts";
import { ACCEPTED_TYPES, acceptedExtension } from "./file-types.ts";

/** What files are added to; messages call it 'Support 4711'. */
interface Target {
  readonly kind: "Support";
  readonly id: string;
  readonly maxFiles?: number;
}

type FileMessage = [tone: FlashTone, text: string];

const SMALL_BLOCK = 256 * 1024;
const LARGE_BLOCK = 4 * MB;
const LARGE_FILE = 32 * MB;

/** Streams this request's files to the file-storage service and flashes a message for each; continues after failures. */
export async function uploadFiles(args: RouteArgs, portal: Portal, target: Target): Promise<void> {
  const { files, config, log } = args.context;
  if (!files) return;
  const flash = (tone: FlashTone, text: string) => portal.session.flash({ tone, text });
  const maxFiles = Math.min(config.uploadFiles, target.maxFiles ?? config.uploadFiles);
  const existing = await filesInFolder(args, portal, target);
  let count = 0;
  try {
    for await (const file of files) {
      count += 1;
      if (count > maxFiles) continue;
      flash(...(await upload(args, portal, { ...target, existing }, file)));
    }
  } catch (error) {
    log.warn({ err: error }, "files broke off");
    if (isFieldAfterFiles(error)) flash("warning", FIELD_AFTER_FILES);
    else
      flash(
        "error",
        `Not all files could be read, so some were not uploaded to ${targetName(target)}. Please return to the item to add them again.`,
      );
  }
  const leftOut = count - maxFiles;
  if (leftOut > 0)
    flash(
      "warning",
      `Only ${maxFiles} ${maxFiles === 1 ? "file" : "files"} can be added at once: the last ${leftOut === 1 ? "one was" : `${leftOut} were`} not uploaded to ${targetName(target)}. Please return to the item to add ${leftOut === 1 ? "it" : "them"}.`,
    );
}

const FIELD_AFTER_FILES =
  "What stood behind the files in the form was not read. Please check that everything you typed was saved.";
const isFieldAfterFiles = (error: unknown) => error instanceof Error && error.name === "FieldBehindFiles";

/** Sizes of files by their lowercase names; undefined where the listing doesn't tell it. */
type Sizes = Map<string, number | undefined>;
const keyOf = (name: string) => name.toLowerCase();

/** Empty if the call fails: a duplicate is better than a lost file. */
async function filesInFolder({ context }: RouteArgs, portal: Portal, { id }: Target): Promise<Sizes> {
  const { clientId } = portal.account;
  const listing = filesOf(context, portal).list(ticketFolder.list, { clientId, id }, optionalCallOptions);
  const files = await listing.catch((error: unknown) => {
    context.log.warn(errorLogFields(error), "files could not be listed");
    return [];
  });
  return new Map(files.map(({ name, size }) => [keyOf(name), size]));
}

/** 'image.jpg', 'image-2.jpg' and so on: the names that are taken, and the first that is free. */
function namesLike(name: string, existing: Sizes): { taken: string[]; free: string } {
  const taken: string[] = [];
  let free = name;
  for (let number = 2; existing.has(keyOf(free)); number += 1) {
    taken.push(free);
    free = name.replace(/(?=\.[^.]*$)/, `-${number}`);
  }
  return { taken, free };
}

const alreadyAttached = (target: Target, name: string): FileMessage => [
  "info",
  `${name} is attached to ${targetName(target)} already, so it was not added again.`,
];

type Place = Parameters<UploadsClient["putBlock"]>[0];

async function upload(
  args: RouteArgs,
  portal: Portal,
  target: Target & { readonly existing: Sizes },
  file: PostedFile,
): Promise<FileMessage> {
  const { log, services, signal } = args.context;
  const { kind, id, existing } = target;
  const sentName = storageName(file);
  const container = services.now().toISOString().replace(/\D/g, "");
  const place = { clientId: portal.account.clientId, kind, id, container, fileName: sentName };
  const client = uploadsOf(args.context, portal);
  try {
    const sent = await sendBlocks(args, client, place, file, existing);
    if ("same" in sent) return alreadyAttached(target, sent.same);
    if ("reason" in sent)
      return ["error", `${sentName} was not uploaded to ${targetName(target)}: ${sent.reason}`];
    const { name, finalName, size, count } = sent;
    // If a form is posted twice at the same time, the second post finds the file and does not commit its blocks.
    const commit = async (): Promise<FileMessage> => {
      for (const [key, latest] of await filesInFolder(args, portal, target))
        existing.set(key, latest ?? existing.get(key));
      const same = namesLike(name, existing).taken.find((one) => (existing.get(keyOf(one)) ?? size) === size);
      if (same !== undefined) return alreadyAttached(target, same);
      if (existing.has(keyOf(finalName))) throw new Error("another file has taken the name meanwhile");
      await client.commit({ ...place, fileName: finalName }, count, contentTypeOf(name) ?? "");
      existing.set(keyOf(finalName), size);
      return ["success", uploadedText(target, sentName, sent)];
    };
    const lockName = `file ${place.clientId} ${targetName(target)} ${keyOf(name)}`;
    return await runExclusively(services.vault, lockName, commit, { signal });
  } catch (error) {
    log.warn(errorLogFields(error), "upload failed");
    return [
      "error",
      `We're sorry, ${sentName} failed to upload to ${targetName(target)}. Please return to the item to try again.`,
    ];
  }
}

interface SentFile {
  /** With the extension of what the content is. */
  readonly name: string;
  /** The first like it that was free when its first block was sent. */
  readonly finalName: string;
  readonly size: number;
  readonly count: number;
}

/** Sends a file's blocks, which are no file before they're committed. `reason`: why it is not taken. `same`: the name of the same file. */
async function sendBlocks(
  args: RouteArgs,
  client: UploadsClient,
  place: Place,
  { body }: PostedFile,
  existing: Sizes,
): Promise<SentFile | { readonly reason: string } | { readonly same: string }> {
  const { config } = args.context;
  // The page may have been opened before the operator switched uploads off.
  if (!offers(config, "uploads")) return { reason: "files are not taken here." };
  if (!acceptedExtension(place.fileName))
    return { reason: `files of this type are not taken. It may be one of ${ACCEPTED_TYPES}.` };
  let sent: SentFile | undefined;
  let sending: Promise<void> | undefined;
  for await (const block of keptBack(args, blocksOf(body, blockBytes(args)))) {
    if (body.truncated) break;
    if (!sent) {
      const name = nameByContent(place.fileName, block);
      if (name === undefined) return { reason: "its content is not what its name says." };
      const { taken, free } = namesLike(name, existing);
      const same = taken.find((one) => existing.get(keyOf(one)) === undefined);
      if (same !== undefined) return { same };
      sent = { name, finalName: free, size: 0, count: 0 };
    }
    await sending;
    sending = client.putBlock({ ...place, fileName: sent.finalName }, sent.count, block);
    // The `await` may come after the rejection, which would count as unhandled.
    sending.catch(() => undefined);
    sent = { ...sent, size: sent.size + block.length, count: sent.count + 1 };
  }
  await sending;
  if (body.truncated) return { reason: `it has more than ${config.uploadFileMb} MB.` };
  return sent ?? { reason: "it is empty." };
}

function uploadedText(target: Target, sentName: string, { name, finalName }: SentFile): string {
  const renamed = [
    name !== sentName && `${sentName} was not named after its content.`,
    finalName !== name && `Another file is called ${name} already.`,
  ];
  const uploaded = `${finalName} was uploaded successfully to ${targetName(target)}.`;
  return [uploaded, ...renamed].filter(Boolean).join(" ");
}

const targetName = ({ kind, id }: Target) => `${kind} ${id}`;

function storageName(file: PostedFile): string {
  const [, stem = "", extension = ""] = /^(.*?)(\.[a-z0-9]{1,8})?$/is.exec(safeFileName(file.name)) ?? [];
  const short = [...stem].slice(0, textLength.fileStem).join("");
  return (withoutTrailingDots(short) || "file") + extension;
}

/** Decides by the largest possible size, since the real one is known only at the end. */
function blockBytes({ context: { config }, request }: RouteArgs): number {
  const announced = Number(request.headers.get("content-length") ?? Infinity);
  return Math.min(announced, config.uploadFileMb * MB) > LARGE_FILE ? LARGE_BLOCK : SMALL_BLOCK;
}

/** Bytes of files that are kept back now. */
let keptBytes = 0;

/**
 * The blocks of a file. If it may be larger than the limit by what the form announces, they come only when it has been read, so
 * that none is sent of one that is; but at once where too many files are kept back already.
 */
async function* keptBack(
  { context: { config }, request }: RouteArgs,
  blocks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const limit = config.uploadFileMb * MB;
  const isDoubtful = Number(request.headers.get("content-length") ?? 0) > limit;
  if (!isDoubtful || keptBytes + limit > uploads.keptBytes) return yield* blocks;
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
