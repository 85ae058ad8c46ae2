import type { StepContent } from "#app/forms/submit-form.server.ts";
import {
  createAddressLookup,
  type AddressLookup,
  type AddressSuggestion,
} from "#app/portal-api/address-lookup.ts";
import type { RouteArgs } from "#app/request/portal.ts";
import type { LoadContext } from "#server/load-context.ts";
import { CHOICE_FIELD, LOOKUP_FIELD, SEARCH_FIELD, SEARCHED_FIELD } from "./address-fields.ts";

const MAX_LENGTH = 200;

export interface AddressSearchResult {
  readonly text: string;
  readonly choices: readonly AddressSuggestion[];
  readonly problem?: string;
  readonly filled: boolean;
}

export function addressLookupOf({ config, services }: LoadContext): AddressLookup {
  return createAddressLookup({ ...services.portalApi, url: config.addressLookupUrl });
}

/** Answers the address search of a form without scripts; undefined if the post is to be saved. */
export async function searchAddress(
  { context, request: { signal } }: RouteArgs,
  body: FormData,
): Promise<StepContent<AddressSearchResult> | undefined> {
  const action = actionOf(body);
  if (!action) return undefined;
  const lookup = addressLookupOf(context);
  const text = textIn(body, SEARCH_FIELD).slice(0, MAX_LENGTH);
  const noResult = { text, choices: [], filled: false };
  if (action === "search") {
    const answer = await lookup.suggest(text, signal);
    const result = answer.status === "found" ? { choices: answer.found } : { problem: answer.text };
    return { data: { ...noResult, ...result } };
  }
  const answer = await lookup.find(textIn(body, CHOICE_FIELD), signal);
  if (answer.status !== "found") return { data: { ...noResult, problem: answer.text } };
  return { data: { ...noResult, filled: true }, values: answer.found };
}

/** The Enter key presses the same button in every field, so the filled-in fields decide what was meant. */
function actionOf(body: FormData): "search" | "pick" | undefined {
  const button = body.get(LOOKUP_FIELD);
  const isChosen = textIn(body, CHOICE_FIELD) !== "";
  const search = textIn(body, SEARCH_FIELD);
  if (button === "search") return "search";
  if (button === "pick") return isChosen ? "pick" : "search";
  if (button !== "enter") return undefined;
  if (search !== "" && search !== textIn(body, SEARCHED_FIELD)) return "search";
  return isChosen ? "pick" : undefined;
}

function textIn(body: FormData, name: string): string {
  const value = body.get(name);
  return typeof value === "string" ? value.trim() : "";
}
