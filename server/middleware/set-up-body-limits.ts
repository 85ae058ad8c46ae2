import type { Request, RequestHandler, Response as Reply } from "express";
import type { Config } from "#server/config.ts";
import { sendPage } from "#server/page.ts";
import type { SessionService } from "#server/session/sessions.ts";
import { FormTooLarge } from "#server/uploads/multipart.ts";
import { readPostedForm, type PostedForm } from "#server/uploads/posted-files.ts";
import { MB, postLimits } from "#shared/limits.ts";

const URLENCODED = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data";

type UploadLimits = Pick<Config, "uploadFileMb" | "uploadTotalMb">;

/** Cuts off a body that hasn't arrived within `postLimits.ms`. Files from someone who's signed in have the server's requestTimeout instead. */
export function setUpBodyTimeout(): RequestHandler {
  return (req, res, next) => {
    const end = () => req.complete || req.destroy();
    let timer = setTimeout(() => res.locals.files || end(), postLimits.ms);
    res.once("finish", () => {
      if (!res.locals.files || req.complete) return;
      clearTimeout(timer);
      timer = setTimeout(end, postLimits.ms);
    });
    req.once("close", () => clearTimeout(timer));
    next();
  };
}

/** Reads a POST within limits, because Remix has none (200 MB took 2.85 GB); otherwise 413 or 415. Leaves multipart to {@link setUpPostedForms}. */
export function setUpBodyLimits(limits: UploadLimits): RequestHandler {
  return (req, res, next) => {
    if (req.method !== "POST") return next();
    const type = typeOf(req);
    const isCompressed = (req.get("content-encoding") ?? "identity") !== "identity";
    if (isCompressed || (type !== undefined && type !== URLENCODED && type !== MULTIPART)) {
      refuse(req, res, unsupportedForm);
    } else if (Number(req.get("content-length") ?? 0) > maxBytes(req, res, limits)) {
      refuse(req, res, mayHaveFiles(req, res) ? filesTooLarge(res, limits.uploadTotalMb) : tooLarge(res));
    } else if (type === MULTIPART) {
      next();
    } else {
      readBody(req, res, (body) => {
        if (type === undefined && body.length > 0) return sendPage(res, damaged);
        if (fieldCount(body) > postLimits.parts) return sendPage(res, tooLarge(res));
        passToRemix(req, res, body);
        next();
      });
    }
  };
}

/** Passes a multipart form's fields to Remix; its files are read later. Without a session cookie the form is empty. */
export function setUpPostedForms(limits: UploadLimits, sessions: SessionLookup): RequestHandler {
  return (req, res, next) => {
    if (req.method !== "POST" || typeOf(req) !== MULTIPART) return next();
    const bytes = maxBytes(req, res, limits);
    // Browsers only read the answer after sending the whole body, so we read and discard the rest.
    res.once("finish", () => discardBody(req, bytes));
    if (!sessions.hasSessionCookie(req)) {
      passToRemix(req, res, Buffer.alloc(0));
      return next();
    }
    readPostedForm(req, { bytes, fileBytes: limits.uploadFileMb * MB })
      .then((form) => (mayHaveFiles(req, res) ? form : refuseFiles(form)))
      .then(
        ({ fields, files }) => {
          if (sessions.sessionOf(req).user) res.locals.files = files;
          passToRemix(req, res, Buffer.from(fields.toString()));
          next();
        },
        (fault: unknown) => sendPage(res, faultPage(fault, res)),
      );
  };
}

type SessionLookup = Pick<SessionService, "sessionOf" | "hasSessionCookie">;

function passToRemix(req: Request, res: Reply, body: Buffer): void {
  req.headers["content-type"] = URLENCODED;
  res.locals.body = body;
}

function typeOf(req: Request): string | undefined {
  return req.get("content-type")?.split(";")[0]?.trim().toLowerCase();
}

function mayHaveFiles(req: Request, res: Reply): boolean {
  return typeOf(req) === MULTIPART && res.locals.facts.acceptsFiles === true;
}

function maxBytes(req: Request, res: Reply, { uploadTotalMb }: UploadLimits): number {
  return postLimits.bytes + (mayHaveFiles(req, res) ? uploadTotalMb * MB : 0);
}

class FilesNotAccepted extends Error {}

async function refuseFiles(form: PostedForm): Promise<PostedForm> {
  let count = 0;
  for await (const _ of form.files ?? []) count += 1;
  if (count > 0) throw new FilesNotAccepted();
  return form;
}

function faultPage(fault: unknown, res: Reply): Page {
  if (fault instanceof FilesNotAccepted) return unsupportedForm;
  return fault instanceof FormTooLarge ? tooLarge(res) : damaged;
}

type Page = Parameters<typeof sendPage>[1];

const unsupportedForm: Page = {
  status: 415,
  heading: "We couldn't read that",
  paragraphs: ["The portal only accepts ordinary forms. Nothing was changed."],
};

const damaged: Page = {
  status: 400,
  heading: "We couldn't read that form",
  paragraphs: [
    "Part of the form is missing, so nothing was changed.",
    "Please go back to the form and send it again.",
  ],
};

function readBody(req: Request, res: Reply, done: (body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const onData = (chunk: Buffer) => {
    size += chunk.length;
    if (size <= postLimits.bytes) return void chunks.push(chunk);
    req.off("data", onData).off("end", onEnd);
    refuse(req, res, tooLarge(res));
  };
  const onEnd = () => done(Buffer.concat(chunks));
  req.on("data", onData).on("end", onEnd);
}

function refuse(req: Request, res: Reply, page: Page): void {
  discardBody(req, postLimits.drainBytes);
  sendPage(res, page);
}

function discardBody(req: Request, maxBytesToDiscard: number): void {
  let discarded = 0;
  // A leftover `readable` listener would keep the stream paused.
  req.removeAllListeners("readable").on("data", (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > maxBytesToDiscard) req.destroy();
  });
  req.on("error", () => undefined).resume();
}

function tooLarge(res: Reply): Page {
  return {
    status: 413,
    heading: "That's too much at once",
    paragraphs: [
      `A form can have up to ${postLimits.bytes / 1024} KB and ${postLimits.parts} fields. Nothing was changed.`,
      "Please go back, shorten what you typed, and send it again.",
    ],
    reference: res.locals.requestId,
  };
}

function filesTooLarge(res: Reply, maxMb: number): Page {
  return {
    status: 413,
    heading: "These files are too large to send at once",
    paragraphs: [
      `Your files can be up to ${maxMb} MB in total. Nothing was saved, and no files were kept.`,
      "Please go back, choose fewer or smaller files, and send the form again.",
    ],
    reference: res.locals.requestId,
  };
}

function fieldCount(body: Buffer): number {
  let count = body.length === 0 ? 0 : 1;
  for (let index = body.indexOf("&"); index !== -1; index = body.indexOf("&", index + 1)) count += 1;
  return count;
}
