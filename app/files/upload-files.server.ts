import { offers } from "#app/document/offers.ts";
import { describe } from "#app/errors/error-page.ts";
import { partOptions } from "#app/errors/tolerate.ts";
import { MB, textLength } from "#app/limits.ts";
import { isPortalApiError } from "#app/portal-api/errors.ts";
import { ticketFolder } from "#app/portal-api/files.ts";
import type { UploadsClient } from "#app/portal-api/uploads-client.ts";
import { inTurn } from "#app/request/across-instances.server.ts";
import { filesOf, uploadsOf, type Portal, type RouteArgs } from "#app/request/portal.ts";
import type { FlashTone } from "#server/session/portal-session.ts";
import type { PostedFile } from "#server/uploads/posted-files.ts";
import { fileTypeOf, isOfType, TYPES_TAKEN } from "./file-types.ts";
import { plainName, withoutEnd } from "./plain-name.ts";

/** The thing that files are added to, as messages name it: 'Support 4711'. */
interface Target {
  readonly kind: "Support";
  readonly id: string;
  /** How many files are taken at once, where that is less than the configuration allows. */
  readonly most?: number | undefined;
}

/** What the page says of a file. */
type Told = [tone: FlashTone, text: string];

const SMALL_BLOCK = 256 * 1024;
const LARGE_BLOCK = 4 * MB;
/** Files of more bytes go in large blocks. */
const LARGE_FILE = 32 * MB;

/**
 * Sends the files of this request's form on to the file-storage service as they come, and leaves a message for each.
 * Does nothing where there are none; a file that fails keeps no other from being tried.
 */
export async function uploadFiles(args: RouteArgs, portal: Portal, target: Target): Promise<void> {
  const { files, config, log } = args.context;
  if (!files) return;
  const tell = (tone: FlashTone, text: string) => portal.session.flash({ tone, text });
  const most = Math.min(config.uploadFiles, target.most ?? config.uploadFiles);
  const takenNames = await namesIn(args, portal, target);
  const client = uploadsOf(args.context, portal);
  let count = 0;
  try {
    for await (const file of files) {
      count += 1;
      if (count > most) continue;
      const name = nameOf(file);
      const key = name.toLowerCase();
      const [tone, text] = takenNames.has(key)
        ? alreadyAttached(target, name)
        : await upload(args, portal, { ...target, client, name }, file);
      if (tone === "success") takenNames.add(key);
      tell(tone, text);
    }
  } catch (error) {
    log.warn({ err: error }, "files broke off");
    if (isFieldBehind(error)) tell("warning", FIELD_BEHIND);
    else
      tell(
        "error",
        `Not all files could be read, so some were not uploaded to ${wordsOf(target)}. Please return to the item to add them again.`,
      );
  }
  const left = count - most;
  if (left > 0)
    tell(
      "warning",
      `Only ${most} files can be added at once: the last ${left} ${left === 1 ? "was" : "were"} not uploaded to ${wordsOf(target)}. Please return to the item to add ${left === 1 ? "it" : "them"}.`,
    );
}

const FIELD_BEHIND =
  "What stood behind the files in the form was not read. Please check that everything you typed was saved.";
const isFieldBehind = (error: unknown) => error instanceof Error && error.name === "FieldBehindFiles";

/** Files that are there already, in small letters. None where the list can't be had: better twice than not at all. */
async function namesIn({ context }: RouteArgs, portal: Portal, { id }: Target): Promise<Set<string>> {
  const { clientId } = portal.account;
  const found = filesOf(context, portal).list(ticketFolder.list, { clientId, id }, partOptions);
  const files = await found.catch((error: unknown) => {
    context.log.warn(isPortalApiError(error) ? describe(error) : { err: error }, "files could not be listed");
    return [];
  });
  return new Set(files.map(({ Name }) => Name.toLowerCase()));
}

const alreadyAttached = (target: Target, name: string): Told => [
  "info",
  `${name} is attached to ${wordsOf(target)} already, so it was not added again.`,
];

async function upload(
  args: RouteArgs,
  portal: Portal,
  target: Target & { readonly client: UploadsClient; readonly name: string },
  file: PostedFile,
): Promise<Told> {
  const { config, log, services } = args.context;
  const { client, name, kind, id } = target;
  const refuse = (reason: string): Told => [
    "error",
    `${name} was not uploaded to ${wordsOf(target)}: ${reason}`,
  ];
  // From a page that was opened before uploads were taken away.
  if (!offers(config, "uploads")) return refuse("files are not taken here.");
  const type = fileTypeOf(name);
  if (!type) return refuse(`files of this type are not taken. It may be one of ${TYPES_TAKEN}.`);
  const container = services.now().toISOString().replace(/\D/g, "");
  const place = { clientId: portal.account.clientId, kind, id, container, fileName: name };
  let count = 0;
  let sending: Promise<void> | undefined;
  try {
    for await (const block of blocksOf(file.body, blockBytes(args))) {
      if (count === 0 && !isOfType(type, block)) return refuse("its content is not what its name says.");
      await sending;
      sending = client.putBlock(place, count, block);
      // Heard of by whoever waits for it, which may be a moment later.
      sending.catch(() => undefined);
      count += 1;
    }
    await sending;
    if (count === 0) return refuse("it is empty.");
    if (file.body.truncated) return refuse(`it has more than ${config.uploadFileMb} MB.`);
    // An equal post at the same instant finds the file there; what it sent of its own is forgotten.
    const key = name.toLowerCase();
    const commit = async (): Promise<Told> => {
      if ((await namesIn(args, portal, target)).has(key)) return alreadyAttached(target, name);
      await client.commit(place, count, type.contentType);
      return ["success", `${name} was uploaded successfully to ${wordsOf(target)}.`];
    };
    const turn = `file ${place.clientId} ${wordsOf(target)} ${key}`;
    return await inTurn(services.vault, turn, commit, { signal: args.context.signal });
  } catch (error) {
    log.warn(isPortalApiError(error) ? describe(error) : { err: error }, "upload failed");
    return [
      "error",
      `We're sorry, ${name} failed to upload to ${wordsOf(target)}. Please return to the item to try again.`,
    ];
  }
}

const wordsOf = ({ kind, id }: Target) => `${kind} ${id}`;

/** A name that the folder takes and lists again, its extension kept. */
function nameOf(file: PostedFile): string {
  const [, stem = "", extension = ""] = /^(.*?)(\.[a-z0-9]{1,8})?$/is.exec(plainName(file.name)) ?? [];
  const short = [...stem.replace(/\.{2,}/g, ".")].slice(0, textLength.fileStem).join("");
  return (withoutEnd(short) || "file") + extension;
}

/** What the file has at most decides, since how much comes of it is known at its end only. */
function blockBytes({ context: { config }, request }: RouteArgs): number {
  const announced = Number(request.headers.get("content-length") ?? Infinity);
  return Math.min(announced, config.uploadFileMb * MB) > LARGE_FILE ? LARGE_BLOCK : SMALL_BLOCK;
}

/** What comes, in pieces of one size. */
async function* blocksOf(body: PostedFile["body"], size: number): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = [];
  let left = size;
  for await (const chunk of body) {
    let rest = chunk;
    while (rest.length >= left) {
      yield Buffer.concat([...pieces, rest.subarray(0, left)]);
      rest = rest.subarray(left);
      [pieces, left] = [[], size];
    }
    pieces.push(rest);
    left -= rest.length;
  }
  if (left < size) yield Buffer.concat(pieces);
}
