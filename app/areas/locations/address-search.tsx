import { useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { buttonAnswerOf } from "#app/forms/reply.ts";
import type { PostalAddress } from "#app/portal-api/shapes.ts";
import { Button } from "#app/ui/button.tsx";
import { Message } from "#app/ui/message.tsx";
import { AddressChoices } from "./address-choices.tsx";
import { ADDRESS_SEARCH, AddressCombobox } from "./address-combobox.tsx";
import { LOOKUP_FIELD, SEARCHED_FIELD } from "./address-fields.ts";
import styles from "./locations.module.css";
import type { AddressSearchResult } from "./search-address.server.ts";
import { useCombobox } from "./use-combobox.ts";

interface AddressSearchProps {
  form: { readonly id: string };
  reply: unknown;
  unavailable: string;
}

/** Finds an address and fills the form with it, by suggestions or, without scripts, by a button and a list. */
export function AddressSearch({ form: definition, reply, unavailable }: AddressSearchProps) {
  const scripts = useHydrated();
  const searched = buttonAnswerOf<AddressSearchResult>(definition, reply)?.data;
  const { text = "", choices = [], problem, filled = false } = searched ?? {};
  const part = useRef<HTMLDivElement>(null);
  const search = useCombobox(unavailable, (found, choice) => {
    const form = part.current?.closest("form");
    const input = part.current?.querySelector<HTMLInputElement>(`#${ADDRESS_SEARCH}`);
    if (input) input.value = choice.text;
    if (form) fillIn(form, found);
    input?.focus();
  });
  const isSettled = search.isAsked || (search.text !== "" && !search.isProblem);
  return (
    <div className={styles.search} id="address-search" ref={part}>
      {/* The Enter key presses the first button of a form: this hidden one. */}
      {!scripts && (
        <button type="submit" name={LOOKUP_FIELD} value="enter" className={styles.enter} tabIndex={-1}>
          Continue
        </button>
      )}
      <div className={styles.searchRow}>
        <AddressCombobox initialText={text} problem={problem} search={search} />
        {!scripts && (
          <Button name={LOOKUP_FIELD} value="search" icon="search" formAction="#address-search">
            Find address
          </Button>
        )}
      </div>
      {!scripts && <input type="hidden" name={SEARCHED_FIELD} value={text} />}
      {choices.length > 0 && !isSettled && (
        <AddressChoices choices={choices} onUse={scripts ? search.take : undefined} />
      )}
      {filled && (
        <Message tone="success">
          <p>The address is filled in below. Please check it.</p>
        </Message>
      )}
    </div>
  );
}

/** Enters an address with input events, so that the form checks it and knows that it is unsaved. */
function fillIn(form: HTMLFormElement, address: PostalAddress): void {
  for (const [name, value] of Object.entries(address)) {
    const field = form.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement) || field.value === value) continue;
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
