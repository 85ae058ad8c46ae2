import type { Logger } from "pino";
import type { ContentSecurityPolicy } from "./middleware/content-security-policy.ts";

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- how Express is told of res.locals' type
  namespace Express {
    interface Locals {
      requestId: string;
      log: Logger;
      policy: ContentSecurityPolicy;
      /** The body of an unsafe request, read whole within its limits. */
      body: Buffer | undefined;
      /** The request is one too many: the application refuses it in its page. */
      tooMany?: boolean;
      /** The matched route pattern, for logs and metrics. */
      route: string | undefined;
    }
  }
}
