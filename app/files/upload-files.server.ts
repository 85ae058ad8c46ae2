import { offers } from "#app/document/offers.ts";
import { errorLogFields } from "#app/errors/error-page.ts";
import { optionalCallOptions } from "#app/errors/tolerate.ts";
import { MB, textLength } from "#app/limits.ts";
import { ticketFolder } from "#app/portal-api/files.ts";
import type { UploadsClient } from "#app/portal-api/uploads-client.ts";
import { runExclusively } from "#app/request/across-instances.server.ts";
import { filesOf, uploadsOf, type Portal, type RouteArgs } from "#app/request/portal.ts";
import type { FlashTone } from "#server/session/portal-session.ts";
import type { PostedFile } from "#server/uploads/posted-files.ts";
import { safeFileName, withoutTrailingDots } from "./file-name.ts";
import { ACCEPTED_TYPES, fileTypeOf, isOfType } from "./file-types.ts";

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
  const existingNames = await namesInFolder(args, portal, target);
  const client = uploadsOf(args.context, portal);
  let count = 0;
  try {
    for await (const file of files) {
      count += 1;
      if (count > maxFiles) continue;
      const name = storageName(file);
      const key = name.toLowerCase();
      const [tone, text] = existingNames.has(key)
        ? alreadyAttached(target, name)
        : await upload(args, portal, { ...target, client, name }, file);
      if (tone === "success") existingNames.add(key);
      flash(tone, text);
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

/** Lowercase names of the files in the folder. Empty if the call fails: a duplicate is better than a lost file. */
async function namesInFolder({ context }: RouteArgs, portal: Portal, { id }: Target): Promise<Set<string>> {
  const { clientId } = portal.account;
  const listing = filesOf(context, portal).list(ticketFolder.list, { clientId, id }, optionalCallOptions);
  const files = await listing.catch((error: unknown) => {
    context.log.warn(errorLogFields(error), "files could not be listed");
    return [];
  });
  return new Set(files.map(({ Name }) => Name.toLowerCase()));
}

const alreadyAttached = (target: Target, name: string): FileMessage => [
  "info",
  `${name} is attached to ${targetName(target)} already, so it was not added again.`,
];

async function upload(
  args: RouteArgs,
  portal: Portal,
  target: Target & { readonly client: UploadsClient; readonly name: string },
  file: PostedFile,
): Promise<FileMessage> {
  const { config, log, services } = args.context;
  const { client, name, kind, id } = target;
  const refuse = (reason: string): FileMessage => [
    "error",
    `${name} was not uploaded to ${targetName(target)}: ${reason}`,
  ];
  // The page may have been opened before the operator switched uploads off.
  if (!offers(config, "uploads")) return refuse("files are not taken here.");
  const type = fileTypeOf(name);
  if (!type) return refuse(`files of this type are not taken. It may be one of ${ACCEPTED_TYPES}.`);
  const container = services.now().toISOString().replace(/\D/g, "");
  const place = { clientId: portal.account.clientId, kind, id, container, fileName: name };
  let count = 0;
  let sending: Promise<void> | undefined;
  try {
    for await (const block of blocksOf(file.body, blockBytes(args))) {
      if (count === 0 && !isOfType(type, block)) return refuse("its content is not what its name says.");
      await sending;
      sending = client.putBlock(place, count, block);
      // The `await` may come after the rejection, which would count as unhandled.
      sending.catch(() => undefined);
      count += 1;
    }
    await sending;
    if (count === 0) return refuse("it is empty.");
    if (file.body.truncated) return refuse(`it has more than ${config.uploadFileMb} MB.`);
    // If a form is posted twice at the same time, the second post finds the file and does not commit its blocks.
    const key = name.toLowerCase();
    const commit = async (): Promise<FileMessage> => {
      if ((await namesInFolder(args, portal, target)).has(key)) return alreadyAttached(target, name);
      await client.commit(place, count, type.contentType);
      return ["success", `${name} was uploaded successfully to ${targetName(target)}.`];
    };
    const lockName = `file ${place.clientId} ${targetName(target)} ${key}`;
    return await runExclusively(services.vault, lockName, commit, { signal: args.context.signal });
  } catch (error) {
    log.warn(errorLogFields(error), "upload failed");
    return [
      "error",
      `We're sorry, ${name} failed to upload to ${targetName(target)}. Please return to the item to try again.`,
    ];
  }
}

const targetName = ({ kind, id }: Target) => `${kind} ${id}`;

function storageName(file: PostedFile): string {
  const [, stem = "", extension = ""] = /^(.*?)(\.[a-z0-9]{1,8})?$/is.exec(safeFileName(file.name)) ?? [];
  // A name with '..' would not be listed.
  const short = [...stem.replace(/\.{2,}/g, ".")].slice(0, textLength.fileStem).join("");
  return (withoutTrailingDots(short) || "file") + extension;
}

/** Decides by the largest possible size, since the real one is known only at the end. */
function blockBytes({ context: { config }, request }: RouteArgs): number {
  const announced = Number(request.headers.get("content-length") ?? Infinity);
  return Math.min(announced, config.uploadFileMb * MB) > LARGE_FILE ? LARGE_BLOCK : SMALL_BLOCK;
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
