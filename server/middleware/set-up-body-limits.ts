import type { Request, RequestHandler, Response as Reply } from "express";
import { sendPage } from "#server/page.ts";

/** The longest form of the portal is a few kilobytes; a message box takes the rest. */
const MAX_BODY_BYTES = 512 * 1024;
/** No form of the portal has more fields than this. */
const MAX_FIELDS = 1_000;
/** This much of a refused body is read and thrown away, or the browser would not read the page. */
const DRAIN_BYTES = 8 * 1024 * 1024;

const FORM = "application/x-www-form-urlencoded";

/**
 * Reads the body of a post within its limits, before Remix would read it without any (a 200 MB
 * post took 2.85 GB). Answers 413 or 415 with a page otherwise.
 */
export function setUpBodyLimits(): RequestHandler {
  return (req, res, next) => {
    if (req.method !== "POST") return next();
    const type = req.get("content-type")?.split(";")[0]?.trim().toLowerCase();
    const encoded = (req.get("content-encoding") ?? "identity") !== "identity";
    if (encoded || (type !== undefined && type !== FORM && type !== "multipart/form-data")) {
      refuse(req, res, {
        status: 415,
        heading: "That can't be read",
        paragraphs: ["The portal takes ordinary forms only. Nothing was changed."],
      });
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
  let drained = 0;
  req.on("data", (chunk: Buffer) => {
    drained += chunk.length;
    if (drained > DRAIN_BYTES) req.destroy();
  });
  req.on("error", () => undefined);
  sendPage(res, page);
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

function fieldCount(body: Buffer): number {
  let count = body.length === 0 ? 0 : 1;
  for (let at = body.indexOf(0x26); at !== -1; at = body.indexOf(0x26, at + 1)) count += 1;
  return count;
}
