import type { Logger } from "pino";
import type { PageFacts } from "#app/document/page-facts.ts";
import type { Actor } from "./audit.ts";
import type { RequestState } from "./load-context.ts";
import type { ContentSecurityPolicy } from "./middleware/content-security-policy.ts";
import type { PostedForm } from "./uploads/posted-files.ts";

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- how Express is told of res.locals' type
  namespace Express {
    interface Locals {
      requestId: string;
      clientIp: string;
      log: Logger;
      policy: ContentSecurityPolicy;
      /** The facts of the page that was requested, and those of the page at another address. */
      facts: PageFacts;
      factsAt: (address: string) => PageFacts;
      /** The body of an unsafe request, read within its limits. */
      body: Buffer | undefined;
      /** The uploaded files that follow its fields. */
      files?: PostedForm["files"];
      /** The rate limit is exceeded; the application answers 429 with a page of its own. */
      tooMany?: boolean;
      /** What the application has noted during this request. */
      state?: RequestState;
      /** Who made the request, for its line in the log; called once, at its end. */
      actor?: () => Actor | undefined;
    }
  }
}
