import type { Span } from "@opentelemetry/api";
import type { Logger } from "pino";
import type { PageFacts } from "#shared/page-facts.ts";
import type { Actor } from "./audit.ts";
import type { RequestState } from "./load-context.ts";
import type { ContentSecurityPolicy } from "./middleware/content-security-policy.ts";
import type { PostedForm } from "./uploads/posted-files.ts";

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- Express's way to type res.locals
  namespace Express {
    interface Locals {
      requestId: string;
      /** As in the load context. */
      traceparent: string;
      /** The request's span; undefined if nothing is traced. */
      span?: Span;
      clientIp: string;
      log: Logger;
      policy: ContentSecurityPolicy;
      facts: PageFacts;
      /** The facts of the page at another address. */
      factsAt: (address: string) => PageFacts;
      body: Buffer | undefined;
      /** A multipart form's uploaded files, not read yet. */
      files?: PostedForm["files"];
      tooMany?: boolean;
      state?: RequestState;
      /** Writes the request's audit lines, if it has any, and returns the actor for its log line. Call it only once. */
      finishAudit?: () => Actor | undefined;
    }
  }
}
