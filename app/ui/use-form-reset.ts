import { useEffect, useLayoutEffect, useRef } from "react";

// React 18 warns about a layout effect on the server.
const useEffectBeforeInput = typeof document === "undefined" ? useEffect : useLayoutEffect;

/** Returns a ref. Whenever `shown` changes, passes its form to `reset`, before anyone can tick or type in what's new. */
export function useFormReset(shown: unknown, reset: (form: HTMLFormElement) => void) {
  const form = useRef<HTMLFormElement>(null);
  useEffectBeforeInput(() => {
    const { current } = form;
    return () => void (current && reset(current));
  }, [shown]);
  return form;
}
