import express, { type Router } from "express";
import { requireKey } from "#provider/portal-api/api.ts";
import { Refusal } from "#provider/portal-api/refusal.ts";
import { ukAddresses, type LookupAddress } from "./uk-addresses.ts";

const MAX_SUGGESTIONS = 12;
const MIN_SEARCH_CHARACTERS = 3;

/** The address service's error codes with their texts. The portal doesn't know AMWS9999, which tests how it shows an unknown code. */
export const addressErrors: Readonly<Record<string, string>> = {
  AMWS2056: "No address was matched.",
  AMWS1000: "Invalid value.",
  AMWS9999: "The matching service is being re-indexed.",
};

/**
 * The service behind `ADDRESS_LOOKUP_URL`: `/suggestions?text=` and `/addresses/<id>`, with the subscription key. An
 * error is `{ code, description }` with status 400. For tests, searching for an error code returns that error, and
 * searching for 'unavailable' returns a 503.
 */
export function addressLookupRoutes(apiKey: string): Router {
  const router = express.Router();
  router.use(requireKey(apiKey));
  router.get("/suggestions", (request, response) => {
    response.json({ suggestions: suggestionsFor(String(request.query.text ?? "").trim()) });
  });
  router.get("/addresses/:id", (request, response) => {
    const address = ukAddresses.find(({ id }) => id === request.params.id);
    if (!address) throw lookupError("AMWS1000");
    response.json(address);
  });
  return router;
}

function suggestionsFor(text: string): { id: string; text: string }[] {
  if (/^unavailable$/i.test(text)) throw new Refusal(503, "Service Unavailable");
  const code = text.toUpperCase();
  if (Object.hasOwn(addressErrors, code)) throw lookupError(code);
  if (normalise(text).length < MIN_SEARCH_CHARACTERS) throw lookupError("AMWS1000");
  const words = text.split(/[\s,]+/).map(normalise);
  const matches = (address: LookupAddress) => {
    const searchText = normalise(formatAddress(address));
    return (
      words.every((word) => searchText.includes(word)) || normalise(address.postCode) === normalise(text)
    );
  };
  const matching = ukAddresses.filter(matches).slice(0, MAX_SUGGESTIONS);
  if (matching.length === 0) throw lookupError("AMWS2056");
  return matching.map((address) => ({ id: address.id, text: formatAddress(address) }));
}

function formatAddress({ line1, line2, town, county, postCode }: LookupAddress): string {
  return [line1, line2, town, county, postCode].filter(Boolean).join(", ");
}

function normalise(text: string): string {
  return text.toLowerCase().replace(/[^a-z\d]/g, "");
}

function lookupError(code: string): Refusal {
  return new Refusal(400, { code, description: addressErrors[code] });
}
