import type { AddressSuggestion } from "#app/portal-api/address-lookup.ts";
import type { LocationValues } from "./location-form.ts";

/** Buttons of the address search, without scripts. */
export const LOOKUP_FIELD = "lookup";
/** What is looked for. */
export const SEARCH_FIELD = "addressSearch";
/** What was looked for last: Enter in an unchanged box saves. */
export const SEARCHED_FIELD = "addressSearched";
/** The chosen suggestion. */
export const CHOICE_FIELD = "addressChoice";

/** What the address search answers to a plain post: the form as typed, with choices or with what went wrong. */
export interface AddressSearchReply {
  readonly addressSearch: {
    readonly text: string;
    readonly choices: readonly AddressSuggestion[];
    readonly problem?: string;
    readonly filled: boolean;
  };
  readonly values: LocationValues;
  /** Hidden fields as they were sent: what was looked up does not bring the version up to date. */
  readonly hidden: Readonly<Record<string, string>>;
}

/** The address search's answer, if an action's answer is one. */
export function addressSearchIn(reply: unknown): AddressSearchReply | undefined {
  const isOne = typeof reply === "object" && reply !== null && "addressSearch" in reply;
  return isOne ? (reply as AddressSearchReply) : undefined;
}
