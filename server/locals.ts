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
      /** What the page that is asked for says of itself, and the one at any address. */
      facts: PageFacts;
      factsAt: (address: string) => PageFacts;
      /** The body of an unsafe request, read within its limits. */
      body: Buffer | undefined;
      /** The files that come behind it. */
      files?: PostedForm["files"];
      /** The request is one too many: the application refuses it in its page. */
      tooMany?: boolean;
      /** What the application has done of the request so far. */
      state?: RequestState;
      /** Asked once, when the request is over: who made it, for its line in the log. */
      actor?: () => Actor | undefined;
    }
  }
}
