import { useEffect, useLayoutEffect, useRef } from "react";

// React 18 warns about a layout effect on the server.
const useEffectBeforeInput = typeof document === "undefined" ? useEffect : useLayoutEffect;

/**
 * Returns a ref for a form. When `shown` changes, or the component unmounts, resets the form before anyone can tick or
 * type in what's new. `reset` comes from the render that first showed the old value, so it sees the old state.
 */
export function useFormReset(shown: unknown, reset: (form: HTMLFormElement) => void) {
  const form = useRef<HTMLFormElement>(null);
  useEffectBeforeInput(() => {
    const { current } = form;
    // In the cleanup, so that it doesn't run on the first render and `reset` still sees the old state.
    return () => {
      if (current) reset(current);
    };
  }, [shown]);
  return form;
}
