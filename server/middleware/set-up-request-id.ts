import { randomBytes } from "node:crypto";
import type { RequestHandler } from "express";

/** An id from outside is taken over only in this form, so that it cannot forge a log line. */
const ACCEPTED = /^[\w-]{8,64}$/;

/** Gives each request an id: the proxy's where it sent a well-formed one. It comes back as X-Request-Id. */
export function setUpRequestId(): RequestHandler {
  return (req, res, next) => {
    const sent = req.get("x-request-id");
    const id = sent && ACCEPTED.test(sent) ? sent : randomBytes(9).toString("base64url");
    res.locals.requestId = id;
    res.setHeader("X-Request-Id", id);
    next();
  };
}
