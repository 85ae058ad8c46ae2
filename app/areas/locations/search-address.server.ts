import { BASE_FIELD, VERSION_FIELD } from "#app/forms/conflict.ts";
import { readValues } from "#app/forms/define-form.ts";
import { ONCE_FIELD } from "#app/forms/only-once.server.ts";
import { sentOf } from "#app/forms/open-form.server.ts";
import type { AddressLookup } from "#app/portal-api/address-lookup.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { requireSameAccount } from "#app/request/same-account.ts";
import { addressLookupOf } from "./address-lookup-of.server.ts";
import {
  CHOICE_FIELD,
  LOOKUP_FIELD,
  SEARCH_FIELD,
  SEARCHED_FIELD,
  type AddressSearchReply,
} from "./address-search-reply.ts";
import { locationForm, type LocationValues } from "./location-form.ts";

const LONGEST = 200;
const CARRIED = [VERSION_FIELD, BASE_FIELD, ONCE_FIELD];

/**
 * The address search as a step of the form, without scripts: answers the form as it was typed, with choices, or
 * filled in by the chosen one. Undefined for a post that is to be saved.
 */
export async function searchAddress(
  args: RouteArgs,
  portal: Portal,
  body: FormData,
): Promise<AddressSearchReply | undefined> {
  const wish = wishOf(body);
  if (!wish) return undefined;
  requireSameAccount(portal, body, args.request);
  const lookup = addressLookupOf(args.context);
  const { request } = args;
  const text = textIn(body, SEARCH_FIELD).slice(0, LONGEST);
  const typed = readValues(locationForm, sentOf(body));
  const hidden = Object.fromEntries(CARRIED.map((name) => [name, textIn(body, name)]));
  const found =
    wish === "pick" ? await pick(lookup, body, typed, request) : await suggest(lookup, text, request);
  const { values = typed, ...rest } = found;
  return { addressSearch: { text, choices: [], filled: false, ...rest }, values, hidden };
}

type Found = Partial<AddressSearchReply["addressSearch"]> & { values?: LocationValues };

async function suggest(lookup: AddressLookup, text: string, { signal }: Request): Promise<Found> {
  const answer = await lookup.suggest(text, signal);
  return answer.status === "found" ? { choices: answer.found } : { problem: answer.text };
}

async function pick(
  lookup: AddressLookup,
  body: FormData,
  typed: LocationValues,
  { signal }: Request,
): Promise<Found> {
  const answer = await lookup.find(textIn(body, CHOICE_FIELD), signal);
  if (answer.status !== "found") return { problem: answer.text };
  return { filled: true, values: { ...typed, ...answer.found } };
}

/** Enter presses the form's first button, wherever the cursor is: what it means is seen by what was filled in. */
function wishOf(body: FormData): "search" | "pick" | undefined {
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
