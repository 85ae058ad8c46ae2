import type { FoundAddress } from "#app/portal-api/address-lookup.ts";

/** Types an address into the location form as a person would: the form re-checks and knows that it is unsaved. */
export function fillIn(form: HTMLFormElement, address: FoundAddress): void {
  for (const [name, value] of Object.entries(address)) {
    const field = form.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement) || field.value === value) continue;
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
