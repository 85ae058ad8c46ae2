import type { RequestHandler } from "express";
import type { Logger } from "pino";
import { pinoHttp } from "pino-http";

/**
 * One line for each finished request: id, method, path without its query (a query may hold an authorisation
 * code or a card provider's crypt), status, milliseconds.
 */
export function setUpLog(log: Logger): RequestHandler {
  const logRequest = pinoHttp({
    logger: log,
    wrapSerializers: false,
    genReqId: (_req, res) => String(res.getHeader("X-Request-Id")),
    quietReqLogger: true,
    customAttributeKeys: { reqId: "requestId", responseTime: "ms" },
    customLogLevel: (_req, res, error) => (error || res.statusCode >= 500 ? "error" : "info"),
    customSuccessMessage: () => "request",
    customErrorMessage: () => "request failed",
    customReceivedMessage: undefined,
    serializers: {
      req: (req: { method: string; url: string }) => ({ method: req.method, path: pathOf(req.url) }),
      res: (res: { statusCode: number }) => ({ status: res.statusCode }),
      err: describeError,
    },
  });
  return (req, res, next) => {
    logRequest(req, res);
    res.locals.log = req.log as Logger;
    next();
  };
}

/** What an error may say in the log: none of the fields that libraries hang on it, such as headers. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return { type: error.name, message: error.message, code, stack: error.stack };
}

function pathOf(url: string): string {
  const end = url.indexOf("?");
  return (end === -1 ? url : url.slice(0, end)).slice(0, 200);
}
