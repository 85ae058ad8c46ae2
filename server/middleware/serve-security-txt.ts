import { statSync } from "node:fs";
import { join } from "node:path";
import type { RequestHandler } from "express";
import type { Config } from "#server/config.ts";

/** RFC 9116 recommends less than a year. A new build renews the date. */
const VALID_FOR_MS = 364 * 86_400_000;

/** Serves `/.well-known/security.txt` (RFC 9116), the contact for security reports. */
export function serveSecurityTxt(config: Config, root: string): RequestHandler {
  const built = statSync(join(root, "build/server/index.js"), { throwIfNoEntry: false });
  const expires = new Date((built?.mtimeMs ?? Date.now()) + VALID_FOR_MS).toISOString();
  const lines = [
    `Contact: ${config.securityContact ?? `mailto:${config.helpDeskEmail}`}`,
    `Expires: ${expires}`,
    "Preferred-Languages: en",
    `Canonical: ${config.publicUrl}/.well-known/security.txt`,
  ];
  return (_req, res) => void res.type("text/plain").send(`${lines.join("\n")}\n`);
}
