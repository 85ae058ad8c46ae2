import type { RequestHandler } from "express";
import { sendPage } from "#server/page.ts";

/** The portal's longest addresses carry a card provider's crypt. */
const MAX_URL_CHARACTERS = 8_192;

const METHODS = new Set(["GET", "HEAD", "POST"]);

/** Refuses unknown hosts, other methods, and addresses that are too long or malformed, each with its status. */
export function setUpRequestChecks(publicUrl: string): RequestHandler {
  const { host } = new URL(publicUrl);
  return (req, res, next) => {
    if (!METHODS.has(req.method)) {
      res.setHeader("Allow", "GET, HEAD, POST");
      sendPage(res, {
        status: 405,
        heading: "That can't be done here",
        paragraphs: ["This address answers to reading and to sending forms only."],
      });
    } else if ((req.headersDistinct["host"]?.length ?? 0) > 1) {
      sendPage(res, {
        status: 400,
        heading: "That request can't be read",
        paragraphs: ["It names two hosts. Please go to the start page and try again."],
      });
    } else if (req.get("host")?.toLowerCase() !== host) {
      sendPage(res, {
        status: 421,
        heading: "Wrong address",
        paragraphs: ["The portal does not answer at the address that was used. Please use the link below."],
        link: { href: publicUrl, text: "Go to the portal" },
      });
    } else if (req.url.length > MAX_URL_CHARACTERS) {
      sendPage(res, {
        status: 414,
        heading: "That address is too long",
        paragraphs: ["Please go back and follow the link again."],
      });
    } else if (!isWellFormed(req.path, req.url)) {
      sendPage(res, {
        status: 400,
        heading: "That address can't be read",
        paragraphs: ["Part of the address is damaged. Please check it, or go to the start page."],
      });
    } else next();
  };
}

function isWellFormed(path: string, url: string): boolean {
  // Browsers and Remix read a leading `//` as a host and a backslash as a slash.
  const isAddress = /^\/(?!\/)/.test(url) && !path.includes("\\") && URL.canParse(url, "http://site");
  try {
    return isAddress && !/[\0\r\n]/.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}
