import { clean } from "#app/forms/cleaning.ts";
import type { ButtonContent } from "#app/forms/post.server.ts";
import type { RouteArgs } from "#app/request/portal.ts";
import type { LoadContext } from "#server/load-context.ts";
import { createAddressLookup, type AddressSuggestion } from "#shared/portal-api/address-lookup.ts";
import { CHOICE_FIELD, LOOKUP_FIELD, SEARCH_FIELD, SEARCHED_FIELD } from "./address-fields.ts";

export interface AddressSearchResult {
  readonly text: string;
  readonly choices: readonly AddressSuggestion[];
  readonly problem?: string;
  readonly isFilledIn: boolean;
}

export const addressLookupOf = ({ config, services }: LoadContext) =>
  createAddressLookup({ ...services.portalApi, url: config.addressLookupUrl });

/** Runs the address search of a form without scripts; undefined if the post is to be saved. */
export async function searchAddress(
  { context, request: { signal } }: RouteArgs,
  body: FormData,
): Promise<ButtonContent<AddressSearchResult> | undefined> {
  const action = actionOf(body);
  if (!action) return undefined;
  const lookup = addressLookupOf(context);
  const text = clean.line(trimmedField(body, SEARCH_FIELD));
  const noResult = { text, choices: [], isFilledIn: false };
  if (action === "search") {
    const answer = await lookup.suggest(text, signal);
    const result = answer.status === "found" ? { choices: answer.found } : { problem: answer.text };
    return { data: { ...noResult, ...result } };
  }
  const answer = await lookup.find(trimmedField(body, CHOICE_FIELD), signal);
  if (answer.status !== "found") return { data: { ...noResult, problem: answer.text } };
  return { data: { ...noResult, isFilledIn: true }, values: answer.found };
}

/** Pressing Enter in any field presses the same hidden button, so the fields decide what it does. */
function actionOf(body: FormData): "search" | "pick" | undefined {
  const button = body.get(LOOKUP_FIELD);
  const isChosen = trimmedField(body, CHOICE_FIELD) !== "";
  const search = trimmedField(body, SEARCH_FIELD);
  if (button === "search") return "search";
  if (button === "pick") return isChosen ? "pick" : "search";
  if (button !== "enter") return undefined;
  if (search !== "" && search !== trimmedField(body, SEARCHED_FIELD)) return "search";
  return isChosen ? "pick" : undefined;
}

function trimmedField(body: FormData, name: string): string {
  const value = body.get(name);
  return typeof value === "string" ? value.trim() : "";
}
