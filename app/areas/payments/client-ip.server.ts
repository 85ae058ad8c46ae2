import { thrownPage } from "#app/errors/error-page.ts";
import type { LoadContext } from "#server/load-context.ts";
import { ipAddressOf } from "#shared/ip-address.server.ts";
import { answerBytes, timeouts } from "#shared/limits.ts";
import { send } from "#shared/portal-api/transport.ts";

/** The IP address to begin a payment with. Throws an error page if we can't find one. */
export async function requireIpAddress(context: LoadContext): Promise<string> {
  const address = await findIpAddress(context);
  if (address !== "") return address;
  throw thrownPage(503, {
    heading: "Something went wrong",
    message: "Unable to check your IP address.",
    subMessages: [
      "We need it to take a card payment. No money has been taken. Please try again in a moment.",
    ],
    reference: context.requestId,
    action: "retry",
  });
}

/** The request's own address, or the given one, or what the look-up service sees, which may be the portal's. '' if none. */
export async function findIpAddress({ clientIp, config, log }: LoadContext, given = ""): Promise<string> {
  return clientIp || given || (config.ipLookupUrl ? lookUp(config.ipLookupUrl, log) : "");
}

async function lookUp(url: string, log: LoadContext["log"]): Promise<string> {
  try {
    const reply = await send({
      operation: {
        method: "GET",
        path: "IP_LOOKUP_URL",
        failure: "The IP look-up didn't return a usable address.",
      },
      url,
      timeoutMs: timeouts.otherServiceMs,
      maxBytes: answerBytes.ipLookup,
    });
    const text = reply.text.trim();
    if (reply.status !== 200) throw new Error(`The IP look-up returned status ${reply.status}.`);
    const address = text.startsWith("{") ? String((JSON.parse(text) as { ip?: unknown }).ip ?? "") : text;
    return ipAddressOf(address);
  } catch (error) {
    log.warn({ err: error }, "IP look-up failed");
    return "";
  }
}
