import { createHash, randomBytes } from "node:crypto";
import { load } from "cheerio";
import type { Page, Visitor } from "./visitor.ts";
import type { World } from "./world.ts";

/** A file to send: its name and content. */
export type Sent = readonly [name: string, content: Buffer | string];

/** A multipart body with the fields first, followed by the files of the field `control`. */
export async function multipart(
  fields: Readonly<Record<string, string>>,
  files: readonly Sent[],
  control = "files",
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  appendFiles(form, files, control);
  return encode(form);
}

function appendFiles(form: FormData, files: readonly Sent[], control = "files") {
  for (const [name, content] of files) form.append(control, new Blob([content as BlobPart]), name);
}

async function encode(form: FormData) {
  const encoded = new Response(form);
  return {
    headers: { "content-type": encoded.headers.get("content-type") ?? "" },
    body: Buffer.from(await encoded.arrayBuffer()),
  };
}

/** Posts a form with files, as a page in account 1001 would. */
export async function postFiles(
  visitor: Visitor,
  path: string,
  files: readonly Sent[],
  fields: Readonly<Record<string, string>> = {},
): Promise<Page> {
  const { headers, body } = await multipart({ account: "1001", ...fields }, files);
  return visitor.send(path, { method: "POST", headers: { ...headers, origin: visitor.origin }, body });
}

/** Submits the page's form as a browser without scripts would: all its fields in order, with the files and the pressed button's value. */
export async function submitWithFiles(
  visitor: Visitor,
  page: Page,
  {
    typed = {},
    files,
    press,
  }: { typed?: Readonly<Record<string, string>>; files: readonly Sent[]; press?: string },
): Promise<Page> {
  const $ = load(page.text);
  const form = $("main form[enctype='multipart/form-data']");
  const button = form.find(press === undefined ? "no-button" : `button:contains('${press}')`);
  const target = new URL(button.attr("formaction") ?? page.url, page.url);
  const { name = "", value = "" } = button.attr() ?? {};
  if (name !== "") button.replaceWith($("<input type=hidden>").attr({ name, value }));
  form.find("input[type=file]").attr({ type: "hidden", value: "" });
  const body = new FormData();
  for (const { name, value } of form.serializeArray())
    if (name === "files") appendFiles(body, files);
    else body.append(name, typed[name] ?? value);
  const { headers, body: bytes } = await encode(body);
  return visitor.send(target.href, {
    method: "POST",
    headers: { ...headers, origin: visitor.origin },
    body: bytes,
  });
}

/** The contents of the provider's file storage. */
export interface UploadLedger {
  readonly files: readonly { ticketId: string; name: string; size: number; sha256: string }[];
  /** Uploads that weren't committed. */
  readonly waiting: readonly { blob: string; blocks: number; bytes: number }[];
}

/** The contents of the provider's file storage. */
export async function uploadLedger({ provider }: World): Promise<UploadLedger> {
  return (await (await fetch(`${provider.url}/control/uploads`)).json()) as UploadLedger;
}

/** The id of a ticket in account 1001; 0 is the newest. */
export function ticketId({ provider }: World, index = 0): string {
  const row = provider.db
    .prepare(
      "SELECT support_ticket_id AS id FROM tickets WHERE client_id = '1001' ORDER BY logged_at DESC LIMIT 1 OFFSET ?",
    )
    .get(index);
  return String(row?.id);
}

/** A content's SHA-256 hash, in hex. */
export const sha256 = (content: Buffer | string) => createHash("sha256").update(content).digest("hex");

/** A buffer of this many bytes that begins like a PDF. */
export const pdf = (bytes: number) => Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(bytes)], bytes);
