import type { ErrorRequestHandler } from "express";
import { sendPage } from "#server/page.ts";
import { SessionStoreUnavailable } from "#server/session/portal-session.ts";

const RETRY_SECONDS = 5;

/** Turns errors that were thrown outside of Remix into a page with a reference. */
export function setUpErrorPages(): ErrorRequestHandler {
  // Express recognises an error handler by its four parameters.
  return (error: unknown, _req, res, _next) => {
    const reference = res.locals.requestId;
    if (res.headersSent) {
      res.locals.log.warn({ err: error }, "an answer was broken off");
      return void res.destroy();
    }
    if (error instanceof SessionStoreUnavailable) {
      res.locals.log.error({ err: error }, "session store unavailable");
      return sendPage(res, {
        status: 503,
        heading: "The portal is temporarily unavailable",
        paragraphs: [
          "We can't reach a part that keeps you signed in. You are still signed in and nothing was lost.",
          "Please try again in a few seconds.",
        ],
        retryAfterSeconds: RETRY_SECONDS,
        link: { href: res.req.method === "GET" ? res.req.originalUrl : "/", text: "Try again" },
        reference,
      });
    }
    res.locals.log.error({ err: error }, "request failed outside the application");
    sendPage(res, {
      status: 500,
      heading: "Something went wrong",
      paragraphs: [
        "The portal could not answer. Please try again; if it goes on, tell us the reference below.",
      ],
      reference,
    });
  };
}
