import { statSync } from "node:fs";
import { join } from "node:path";
import type { RequestHandler } from "express";
import type { Config } from "#server/config.ts";

/** Less than a year, as RFC 9116 recommends: whoever builds the portal anew vouches for the contact again. */
const GOOD_FOR_MS = 364 * 86_400_000;

/** Where somebody who found a weakness can tell (RFC 9116), good for a year from the build. */
export function serveSecurityTxt(config: Config, root: string): RequestHandler {
  const built = statSync(join(root, "build/server/index.js"), { throwIfNoEntry: false });
  const expires = new Date((built?.mtimeMs ?? Date.now()) + GOOD_FOR_MS).toISOString();
  const lines = [
    `Contact: ${config.securityContact ?? `mailto:${config.helpDeskEmail}`}`,
    `Expires: ${expires}`,
    "Preferred-Languages: en",
    `Canonical: ${config.publicUrl}/.well-known/security.txt`,
  ];
  return (_req, res) => void res.type("text/plain").send(`${lines.join("\n")}\n`);
}
