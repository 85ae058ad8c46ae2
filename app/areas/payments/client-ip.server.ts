import { thrownPage } from "#app/errors/error-page.ts";
import { answerBytes, timeouts } from "#app/limits.ts";
import { send } from "#app/portal-api/transport.ts";
import type { LoadContext } from "#server/load-context.ts";

const ADDRESS = /^[0-9a-f.:]{2,45}$/i;

/** The request's IP address, or else what the look-up service sees. Throws an error page that says `paymentStateText` if neither is known. */
export async function clientIpAddress(
  { clientIp, config, log, requestId }: LoadContext,
  paymentStateText = "Nothing was paid; please try again in a moment.",
): Promise<string> {
  if (clientIp !== "") return clientIp;
  const lookedUpAddress = config.ipLookupUrl ? await lookUp(config.ipLookupUrl, log) : undefined;
  if (lookedUpAddress) return lookedUpAddress;
  throw thrownPage(503, {
    heading: "Something went wrong",
    message: "Unable to check your IP address.",
    subMessages: [`A card payment needs it. ${paymentStateText}`],
    reference: requestId,
    action: "retry",
  });
}

async function lookUp(url: string, log: LoadContext["log"]): Promise<string | undefined> {
  try {
    const reply = await send({
      call: "GET IP_LOOKUP_URL",
      failure: "The IP look-up gave no answer that can be used.",
      url,
      method: "GET",
      timeoutMs: timeouts.otherServiceMs,
      maxBytes: answerBytes.ipLookup,
    });
    const text = reply.text.trim();
    if (reply.status !== 200) throw new Error(`The IP look-up answered ${reply.status}.`);
    const address = text.startsWith("{") ? String((JSON.parse(text) as { ip?: unknown }).ip ?? "") : text;
    return ADDRESS.test(address) ? address : undefined;
  } catch (error) {
    log.warn({ err: error }, "IP look-up failed");
    return undefined;
  }
}
