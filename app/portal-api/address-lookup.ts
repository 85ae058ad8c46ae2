import { z } from "zod";
import { fillPath, operation, queryString, type Operation } from "./operation.ts";
import { optionalText, textId } from "./shapes.ts";
import { send } from "./transport.ts";

/** Short, since somebody waits with a half-typed form. */
const LOOKUP_TIMEOUT_MS = 5_000;
const UNAVAILABLE =
  "Sorry, the address search function is unavailable at the moment. Please enter address manually.";

/** Texts by the service's error codes (docs/domain.md, Locations). */
const TEXT_BY_CODE: Readonly<Record<string, string>> = {
  AMWS2056:
    "We have not been able to locate any addresses for that postcode. Please check and try again, or contact us for more information.",
  AMWS1000: "The specified value is not valid.",
};

export const addressSuggestion = z.object({ id: textId, text: z.string() });
export type AddressSuggestion = z.output<typeof addressSuggestion>;

export const foundAddress = z.object({
  line1: optionalText,
  line2: optionalText,
  town: optionalText,
  county: optionalText,
  postCode: optionalText,
});
export type FoundAddress = z.output<typeof foundAddress>;

/** How the service refuses, whatever the status. */
const refusal = z.object({ code: z.string().min(1), description: optionalText });

/** Suggestions for what was typed; relative to `ADDRESS_LOOKUP_URL`. */
export const suggestAddresses = operation({
  method: "GET",
  path: "suggestions",
  query: z.object({ text: z.string() }),
  answer: z.object({ suggestions: z.array(addressSuggestion) }),
  failure: UNAVAILABLE,
});

const getSuggestedAddress = operation({
  method: "GET",
  path: "addresses/{id}",
  params: z.object({ id: z.string() }),
  answer: foundAddress,
  failure: UNAVAILABLE,
});

/** What came of a look-up; `text` is shown to the person. */
export type Lookup<Found> =
  | { readonly status: "found"; readonly found: Found }
  | { readonly status: "refused"; readonly text: string }
  | { readonly status: "unavailable"; readonly text: string };

/** The address look-up service. Its faults are answers and never thrown, since an address can always be typed. */
export interface AddressLookup {
  suggest(text: string, signal?: AbortSignal): Promise<Lookup<readonly AddressSuggestion[]>>;
  find(id: string, signal?: AbortSignal): Promise<Lookup<FoundAddress>>;
}

export interface AddressLookupSettings {
  /** Without it the search is unavailable. */
  readonly url: string | undefined;
  readonly subscriptionKey: string;
}

/** Binds the service. It gets the subscription key, never the person's token. */
export function createAddressLookup(settings: AddressLookupSettings): AddressLookup {
  return {
    suggest: (text, signal) =>
      ask(
        settings,
        suggestAddresses,
        suggestAddresses.path + queryString({ text }),
        signal,
        ({ suggestions }) => suggestions,
      ),
    find: (id, signal) =>
      ask(
        settings,
        getSuggestedAddress,
        fillPath(getSuggestedAddress.path, { id }),
        signal,
        (found) => found,
      ),
  };
}

async function ask<A extends z.ZodType, Found>(
  { url, subscriptionKey }: AddressLookupSettings,
  { method, path, failure, answer }: Operation<z.ZodType | undefined, z.ZodType | undefined, undefined, A>,
  target: string,
  signal: AbortSignal | undefined,
  read: (answer: z.output<A>) => Found,
): Promise<Lookup<Found>> {
  const unavailable = { status: "unavailable", text: UNAVAILABLE } as const;
  if (url === undefined) return unavailable;
  try {
    const reply = await send({
      call: `${method} ${path}`,
      failure,
      url: `${url.replace(/\/$/, "")}/${target}`,
      method,
      headers: { accept: "application/json", "ocp-apim-subscription-key": subscriptionKey },
      body: undefined,
      timeoutMs: LOOKUP_TIMEOUT_MS,
      signal,
      retries: 1,
    });
    const body: unknown = JSON.parse(reply.text);
    const refused = refusal.safeParse(body);
    if (refused.success) return { status: "refused", text: textOf(refused.data) };
    const found = answer.safeParse(body);
    return reply.status < 400 && found.success ? { status: "found", found: read(found.data) } : unavailable;
  } catch {
    signal?.throwIfAborted();
    return unavailable;
  }
}

function textOf({ code, description }: z.output<typeof refusal>): string {
  return TEXT_BY_CODE[code] ?? (description || "Something went wrong.");
}
