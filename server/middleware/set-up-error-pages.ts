import type { ErrorRequestHandler } from "express";
import { sendPage } from "#server/page.ts";
import { SessionStoreUnavailable } from "#server/session/portal-session.ts";
import type { SessionService } from "#server/session/sessions.ts";
import { paths } from "#shared/paths.ts";
import { sessionNotEnded, sessionStoreDown } from "#shared/store-down.ts";

const RETRY_SECONDS = 5;

/** Turns errors thrown outside Remix into a page with a reference. */
export function setUpErrorPages(sessions: Pick<SessionService, "clearCookie">): ErrorRequestHandler {
  // Express recognises an error handler by its four parameters.
  return (error: unknown, _req, res, _next) => {
    const reference = res.locals.requestId;
    if (res.headersSent) {
      res.locals.log.warn({ err: error }, "a response was cut short");
      return void res.destroy();
    }
    if (error instanceof SessionStoreUnavailable) {
      res.locals.log.error({ err: error }, "session store unavailable");
      const { method, path, originalUrl } = res.req;
      const isPost = method === "POST";
      const isSignOut = isPost && path.toLowerCase().replace(/\/$/, "") === paths.logout();
      if (isSignOut) sessions.clearCookie(res.req);
      const { heading, message, subMessages } = isSignOut ? sessionNotEnded : sessionStoreDown(isPost);
      return sendPage(res, {
        status: 503,
        heading,
        paragraphs: [message, ...subMessages],
        retryAfterSeconds: RETRY_SECONDS,
        ...(isPost ? {} : { link: { href: originalUrl, text: "Try again" } }),
        reference,
      });
    }
    res.locals.log.error({ err: error }, "request failed outside the application");
    sendPage(res, {
      status: 500,
      heading: "Something went wrong",
      paragraphs: [
        "Something went wrong at our end. Please try again. If it keeps happening, give us the reference below.",
      ],
      reference,
    });
  };
}
