import { z } from "zod";
import { fillPath, operation, queryString, type Operation } from "./operation.ts";
import { optionalText, textId } from "./shapes.ts";
import { send } from "./transport.ts";

/** A person waits with a half-typed form: the manual fields are there when this is over. */
const LOOKUP_TIMEOUT_MS = 5_000;
const UNAVAILABLE =
  "Sorry, the address search function is unavailable at the moment. Please enter address manually.";

/** What the service's error codes mean to a person (spec 1 §8). */
const TEXT_BY_CODE: Readonly<Record<string, string>> = {
  AMWS2056:
    "We have not been able to locate any addresses for that postcode. Please check and try again, or contact us for more information.",
  AMWS1000: "The specified value is not valid.",
};

/** One line of the list of choices. */
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

/** The service's refusal, whatever the status it comes with. */
const refusal = z.object({ code: z.string().min(1), description: optionalText });

/** Relative to `ADDRESS_LOOKUP_URL`. */
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

/** What came of a look-up; the texts are for the person. */
export type Lookup<Found> =
  | { readonly status: "found"; readonly found: Found }
  | { readonly status: "refused"; readonly text: string }
  | { readonly status: "unavailable"; readonly text: string };

/** The address look-up service. Never throws for a fault of the service: manual entry always remains. */
export interface AddressLookup {
  suggest(text: string, signal?: AbortSignal): Promise<Lookup<readonly AddressSuggestion[]>>;
  /** One address by the id of its suggestion. */
  find(id: string, signal?: AbortSignal): Promise<Lookup<FoundAddress>>;
}

export interface AddressLookupSettings {
  /** `ADDRESS_LOOKUP_URL`; without it the search is unavailable. */
  readonly url: string | undefined;
  readonly subscriptionKey: string;
}

/** Binds the service. The person's token is not sent: the service has no business with it. */
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
