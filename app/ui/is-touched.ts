/** Whether a control holds something else than the page said: somebody typed or chose. */
export function isTouched(element: Element): boolean {
  if (element instanceof HTMLSelectElement) {
    const options = [...element.options];
    const initial = options.findIndex(({ defaultSelected }) => defaultSelected);
    return element.selectedIndex !== Math.max(0, initial);
  }
  if (element instanceof HTMLTextAreaElement) return element.value !== element.defaultValue;
  if (!(element instanceof HTMLInputElement) || element.type === "hidden" || element.name === "")
    return false;
  const isBox = element.type === "checkbox" || element.type === "radio";
  return isBox ? element.checked !== element.defaultChecked : element.value !== element.defaultValue;
}
