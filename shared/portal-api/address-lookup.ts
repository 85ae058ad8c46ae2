import { z } from "zod";
import { timeouts } from "#shared/limits.ts";
import type { PortalApiSettings } from "./client.ts";
import { fillPath, operation, queryString, type Operation } from "./operation.ts";
import { parseAnswer } from "./reply.ts";
import { choicesOf, idAsText, postalAddress, shown } from "./shapes.ts";
import { send } from "./transport.ts";

const UNAVAILABLE =
  "Sorry, the address search function is unavailable at the moment. Please enter address manually.";

const MAX_SEARCH_LENGTH = 200;
const TOO_LONG = `Please enter no more than ${MAX_SEARCH_LENGTH} characters.`;

export const NO_ADDRESS_FOUND = "AMWS2056";

/** Messages by the service's error code (docs/domain.md, Locations). */
const TEXT_BY_CODE: Readonly<Record<string, string>> = {
  [NO_ADDRESS_FOUND]:
    "We have not been able to locate any addresses for that postcode. Please check and try again, or contact us for more information.",
  AMWS1000: "The specified value is not valid.",
};

const addressSuggestion = z.object({ id: idAsText, text: shown.text() });
export type AddressSuggestion = z.output<typeof addressSuggestion>;

/** The service's refusal, which may have any status. */
const refusal = z.object({ code: z.string().min(1), description: shown.text() });

// Paths are relative to `ADDRESS_LOOKUP_URL`.
export const suggestAddresses = operation({
  method: "GET",
  path: "suggestions",
  query: z.object({ text: z.string() }),
  answer: z.object({ suggestions: choicesOf(addressSuggestion) }),
  failure: UNAVAILABLE,
});

export const getSuggestedAddress = operation({
  method: "GET",
  path: "addresses/{id}",
  params: z.object({ id: z.string() }),
  answer: postalAddress,
  failure: UNAVAILABLE,
});

export type Lookup<Found> =
  | { readonly status: "found"; readonly found: Found }
  | { readonly status: "refused"; readonly text: string }
  | { readonly status: "unavailable"; readonly text: string };

interface Settings extends Pick<PortalApiSettings, "subscriptionKey" | "upstreams" | "onUnexpectedField"> {
  readonly url: string | undefined;
}

/**
 * The address look-up service. It returns errors instead of throwing, because people can always type an address. It
 * gets the subscription key, but never the person's token. Without `url` it's unavailable.
 */
export function createAddressLookup(settings: Settings) {
  return {
    async suggest(text: string, signal?: AbortSignal): Promise<Lookup<readonly AddressSuggestion[]>> {
      if (text.length > MAX_SEARCH_LENGTH) return { status: "refused", text: TOO_LONG };
      const target = suggestAddresses.path + queryString({ text });
      const lookup = await lookUp(settings, suggestAddresses, target, signal);
      return lookup.status === "found" ? { ...lookup, found: lookup.found.suggestions } : lookup;
    },
    find: (id: string, signal?: AbortSignal) =>
      lookUp(settings, getSuggestedAddress, fillPath(getSuggestedAddress.path, { id }), signal),
  };
}

async function lookUp<A extends z.ZodType>(
  { url, subscriptionKey, upstreams, onUnexpectedField }: Settings,
  operation: Operation<z.ZodType | undefined, z.ZodType | undefined, undefined, A>,
  target: string,
  signal: AbortSignal | undefined,
): Promise<Lookup<z.output<A>>> {
  const unavailable = { status: "unavailable", text: UNAVAILABLE } as const;
  if (url === undefined) return unavailable;
  try {
    const reply = await send({
      operation,
      url: `${url.replace(/\/$/, "")}/${target}`,
      headers: { accept: "application/json", "ocp-apim-subscription-key": subscriptionKey },
      timeoutMs: timeouts.otherServiceMs,
      signal,
      retries: 1,
      upstreams,
    });
    const refused = refusal.safeParse(JSON.parse(reply.text));
    if (refused.success) return { status: "refused", text: addressErrorText(refused.data) };
    return {
      status: "found",
      found: (await parseAnswer(operation, reply, onUnexpectedField)) as z.output<A>,
    };
  } catch {
    signal?.throwIfAborted();
    return unavailable;
  }
}

/** The message for an address service's error code: its own description if the code is unknown, or else `unexplained`. */
export function addressErrorText(
  { code, description }: z.output<typeof refusal>,
  unexplained = "Something went wrong.",
): string {
  return TEXT_BY_CODE[code] ?? (description || unexplained);
}
