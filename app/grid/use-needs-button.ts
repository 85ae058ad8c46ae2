import { useRef, useSyncExternalStore, type RefObject } from "react";
import { isTouched } from "#app/ui/is-touched.ts";

const never = () => () => undefined;

/**
 * Whether what is chosen in this part of a page is sent by a button: no scripts run, or something was chosen before
 * they came, which they do not hear of.
 */
export function useNeedsButton(part: RefObject<HTMLElement>): boolean {
  const isLate = useRef<boolean>();
  return useSyncExternalStore(
    never,
    () => (isLate.current ??= [...(part.current?.querySelectorAll("input, select") ?? [])].some(isTouched)),
    () => true,
  );
}
