import { randomBytes } from "node:crypto";
import type { RequestHandler } from "express";
import helmet from "helmet";
import { ContentSecurityPolicy, type PolicySettings } from "./content-security-policy.ts";

const TWO_YEARS_SECONDS = 63_072_000;

/** Referrer-Policy is `same-origin`, because with helmet's `no-referrer` plain posts have `Origin: null`, which Remix refuses. */
export function setUpSecurityHeaders(site: PolicySettings): RequestHandler[] {
  return [
    helmet({
      contentSecurityPolicy: false,
      crossOriginEmbedderPolicy: { policy: "require-corp" },
      referrerPolicy: { policy: "same-origin" },
      frameguard: { action: "deny" },
      strictTransportSecurity: site.secure && {
        maxAge: TWO_YEARS_SECONDS,
        includeSubDomains: true,
        preload: true,
      },
    }),
    (_req, res, next) => {
      const policy = new ContentSecurityPolicy(randomBytes(16).toString("base64"), site);
      res.locals.policy = policy;
      res.setHeader("Content-Security-Policy", policy.toString());
      res.setHeader("Cache-Control", "no-store");
      res.setHeader(
        "Permissions-Policy",
        "camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()",
      );
      next();
    },
  ];
}
