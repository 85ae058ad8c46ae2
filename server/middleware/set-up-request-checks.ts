import type { Socket } from "node:net";
import type { RequestHandler } from "express";
import type { Logger } from "pino";
import { sendPage } from "#server/page.ts";
import { MAX_PIPELINED_REQUESTS } from "#shared/limits.ts";

/** The portal's longest addresses have a card provider's crypt. */
const MAX_URL_CHARACTERS = 8_192;

const METHODS = new Set(["GET", "HEAD", "POST"]);

/** Reduces a target in absolute form (RFC 9112) with the portal's own origin to its path, for everything that follows. */
export function setUpOriginForm(publicUrl: string): RequestHandler {
  const { origin } = new URL(publicUrl);
  return (req, _res, next) => {
    const [target = ""] = /^https?:\/\/[^/?#@\\]*(?=[/?]|$)/i.exec(req.url) ?? [];
    if (URL.canParse(target) && new URL(target).origin === origin)
      req.url = req.originalUrl = req.url.slice(target.length).replace(/^(?!\/)/, "/");
    next();
  };
}

/** Refuses unknown hosts, other methods, and addresses that are too long or malformed, each with its status. */
export function setUpRequestChecks(publicUrl: string): RequestHandler {
  const { host } = new URL(publicUrl);
  const portal = { href: publicUrl, text: "Go to the portal" };
  return (req, res, next) => {
    const refuse = (status: number, heading: string, text: string, link?: typeof portal) =>
      sendPage(res, { status, heading, paragraphs: [text], link });
    if (!METHODS.has(req.method)) {
      res.setHeader("Allow", "GET, HEAD, POST");
      refuse(405, "That can't be done here", "This address only accepts page views and forms.");
    } else if ((req.headersDistinct["host"]?.length ?? 0) > 1) {
      const text = "It contains two different host names. Please go to the home page and try again.";
      refuse(400, "We couldn't read that request", text);
    } else if (req.get("host")?.toLowerCase() !== host) {
      const text = "The portal isn't at that address. Please use the link below.";
      refuse(421, "Wrong address", text, portal);
    } else if (req.url.length > MAX_URL_CHARACTERS) {
      refuse(414, "That address is too long", "Please go back and follow the link again.");
    } else if (!isWellFormed(req.url)) {
      const text = "Part of the address isn't valid. Please check it, or go to the home page.";
      refuse(400, "We couldn't read that address", text);
    } else next();
  };
}

/** Whether Remix would leave the path as it is. It mustn't normalise it, because the rate limits and the page's facts use the path as sent. */
function isWellFormed(url: string): boolean {
  const [path = ""] = url.split("?");
  // Remix takes the ending off and normalises again.
  const page = path.replace(/\.data$/, "");
  try {
    return new URL(page, "http://site").pathname === page && !/[\0\r\n]/.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/** Closes a connection with too many unanswered requests: Node begins up to 2,500 from one packet. No browser or proxy needs more. */
export function setUpPipeliningLimit(log: Logger): RequestHandler {
  const unanswered = new WeakMap<Socket, number>();
  const add = (socket: Socket, change: 1 | -1) => {
    const count = (unanswered.get(socket) ?? 0) + change;
    unanswered.set(socket, count);
    return count;
  };
  return ({ socket }, res, next) => {
    const count = add(socket, 1);
    if (count === MAX_PIPELINED_REQUESTS + 1)
      log.warn(
        { limit: MAX_PIPELINED_REQUESTS },
        "a connection with too many unanswered requests was closed",
      );
    if (count > MAX_PIPELINED_REQUESTS) return void socket.destroy();
    res.once("close", () => add(socket, -1));
    next();
  };
}
