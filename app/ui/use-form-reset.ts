import { useEffect, useLayoutEffect, useRef } from "react";

// React 18 warns of a layout effect on the server.
const useEffectBeforeInput = typeof document === "undefined" ? useEffect : useLayoutEffect;

/** A ref for a form that `reset` gets whenever `shown` changes, before anyone can tick or type in what's new. */
export function useFormReset(shown: unknown, reset: (form: HTMLFormElement) => void) {
  const form = useRef<HTMLFormElement>(null);
  useEffectBeforeInput(() => {
    const { current } = form;
    return () => void (current && reset(current));
  }, [shown]);
  return form;
}
