import type { Request, RequestHandler, Response as Reply } from "express";
import type { Config } from "#server/config.ts";
import { sendPage } from "#server/page.ts";
import { readPostedForm, TooManyFields } from "#server/uploads/posted-files.ts";

/** The longest form of the portal is a few kilobytes; a message box takes the rest. */
const MAX_BODY_BYTES = 512 * 1024;
const MB = 1024 * 1024;
/** No form of the portal has more fields than this, files included. */
const MAX_FIELDS = 1_000;
/** This much of a refused body is read and thrown away, or the browser would not read the page. */
const DRAIN_BYTES = 8 * 1024 * 1024;

/** A form without files takes seconds, also from a train. */
const FORM_MS = 60_000;
/** A browser that sends nothing for so long, while the portal would read, is gone. */
const IDLE_MS = 60_000;

const FORM = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data";
/** Tickets, new ones included, the files of one, and the sandbox: the only forms that bring files. */
const TAKES_FILES = /^\/+(?:tickets\/+(?:new\/.*|[^/]+(?:\/+files)?(?:\.data)?\/*)|sandbox(?:\.data)?\/*)$/i;

type Limits = Pick<Config, "uploadFileMb" | "uploadTotalMb">;

/**
 * Ends the connection of a body that is not through within a minute, also where nobody reads it: the server's own
 * limit leaves files half an hour.
 */
export function setUpBodyTime(): RequestHandler {
  return (req, res, next) => {
    const timer = setTimeout(() => req.complete || res.locals.files || req.destroy(), FORM_MS);
    req.once("close", () => clearTimeout(timer));
    next();
  };
}

/**
 * Reads the body of a post within its limits, before Remix would read it without any (a 200 MB
 * post took 2.85 GB). Answers 413 or 415 with a page otherwise. Of a form with files only the fields are read: the
 * application finds them as an ordinary form, and takes the files from the load context as they come.
 */
export function setUpBodyLimits(limits: Limits): RequestHandler {
  return (req, res, next) => {
    if (req.method !== "POST") return next();
    const type = req.get("content-type")?.split(";")[0]?.trim().toLowerCase();
    const encoded = (req.get("content-encoding") ?? "identity") !== "identity";
    if (encoded || (type !== undefined && type !== FORM && type !== MULTIPART)) {
      refuse(req, res, {
        status: 415,
        heading: "That can't be read",
        paragraphs: ["The portal takes ordinary forms only. Nothing was changed."],
      });
    } else if (type === MULTIPART && TAKES_FILES.test(req.path)) {
      takeFiles(req, res, limits, next);
    } else if (Number(req.get("content-length") ?? 0) > MAX_BODY_BYTES) {
      refuse(req, res, tooLarge(res));
    } else {
      readBody(req, res, (body) => {
        void isForm(type, req.get("content-type"), body).then((readable) => {
          if (!readable) return sendPage(res, damaged);
          if (type === FORM && fieldCount(body) > MAX_FIELDS) return sendPage(res, tooLarge(res));
          if (type === undefined) req.headers["content-type"] = FORM;
          res.locals.body = body;
          next();
        });
      });
    }
  };
}

function takeFiles(
  req: Request,
  res: Reply,
  { uploadFileMb, uploadTotalMb }: Limits,
  next: () => void,
): void {
  const bytes = uploadTotalMb * MB + MAX_BODY_BYTES;
  if (Number(req.get("content-length") ?? 0) > bytes)
    return refuse(req, res, tooManyFiles(res, uploadTotalMb));
  // While the portal itself waits, for the service that takes the files, the browser may rest.
  req.setTimeout(IDLE_MS, () => req.isPaused() || req.destroy()).once("end", () => req.setTimeout(0));
  // A browser reads its answer only after it has sent all: what nobody wants of it is thrown away.
  res.once("finish", () => throwAway(req.unpipe(), bytes));
  const limits = { bytes, parts: MAX_FIELDS, fieldBytes: MAX_BODY_BYTES, fileBytes: uploadFileMb * MB };
  readPostedForm(req, limits).then(
    ({ fields, files }) => {
      res.locals.body = Buffer.from(fields.toString());
      res.locals.files = files;
      req.headers["content-type"] = FORM;
      next();
    },
    (fault: unknown) => refuse(req, res, fault instanceof TooManyFields ? tooLarge(res) : damaged),
  );
}

const damaged = {
  status: 400,
  heading: "That form can't be read",
  paragraphs: [
    "What was sent is not complete, so nothing was changed.",
    "Please go back to the form and send it again.",
  ],
} as const;

/** A broken form is the browser's fault, and an action that reads it would answer 500. */
async function isForm(
  type: string | undefined,
  contentType: string | undefined,
  body: Buffer,
): Promise<boolean> {
  if (type === FORM) return true;
  if (contentType === undefined) return body.length === 0;
  const form = new Response(new Uint8Array(body), { headers: { "content-type": contentType } }).formData();
  return form.then(
    (fields) => [...fields].length <= MAX_FIELDS,
    () => false,
  );
}

function readBody(req: Request, res: Reply, done: (body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const onData = (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) return void chunks.push(chunk);
    req.off("data", onData).off("end", onEnd);
    refuse(req, res, tooLarge(res));
  };
  const onEnd = () => done(Buffer.concat(chunks));
  req.on("data", onData).on("end", onEnd);
}

function refuse(req: Request, res: Reply, page: Parameters<typeof sendPage>[1]): void {
  throwAway(req, DRAIN_BYTES);
  sendPage(res, page);
}

function throwAway(req: Request, most: number): void {
  let drained = 0;
  req.on("data", (chunk: Buffer) => {
    drained += chunk.length;
    if (drained > most) req.destroy();
  });
  req.on("error", () => undefined).resume();
}

function tooLarge(res: Reply): Parameters<typeof sendPage>[1] {
  return {
    status: 413,
    heading: "That is too much at once",
    paragraphs: [
      `A form may hold up to ${MAX_BODY_BYTES / 1024} KB and ${MAX_FIELDS} fields. Nothing was changed.`,
      "Please go back, shorten what you typed, and send it again.",
    ],
    reference: res.locals.requestId,
  };
}

function tooManyFiles(res: Reply, mostMb: number): Parameters<typeof sendPage>[1] {
  return {
    status: 413,
    heading: "These files are too large to send at once",
    paragraphs: [
      `Files may have ${mostMb} MB together. Nothing was saved, and no file was kept.`,
      "Please go back, choose fewer or smaller files, and send the form again.",
    ],
    reference: res.locals.requestId,
  };
}

function fieldCount(body: Buffer): number {
  let count = body.length === 0 ? 0 : 1;
  for (let at = body.indexOf(0x26); at !== -1; at = body.indexOf(0x26, at + 1)) count += 1;
  return count;
}
