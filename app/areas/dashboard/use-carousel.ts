import { useEffect, useState, type RefObject } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { itemInView, slideTo } from "./slide.ts";

const AUTOPLAY_MS = 5_000;

/** Autoplay every 5 seconds, going round, held while someone points at it; none for people who asked for reduced motion. */
export function useCarousel(list: RefObject<HTMLElement>, count: number) {
  const [current, setCurrent] = useState(0);
  const [isPaused, setPaused] = useState(false);
  const enhanced = useHydrated();
  /** Undefined where nothing moves by itself, so that there is nothing to pause. */
  const playing = enhanced && count > 1 && !prefersReducedMotion() ? !isPaused : undefined;

  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => {
      if (list.current && !isHeld(list.current)) slideTo(list.current, itemInView(list.current) + 1);
    }, AUTOPLAY_MS);
    return () => clearInterval(timer);
  }, [list, playing]);

  return {
    current,
    enhanced,
    playing,
    togglePlaying: () => setPaused(!isPaused),
    show: (item: number) => list.current && slideTo(list.current, item),
    noteScroll: () => list.current && setCurrent(itemInView(list.current)),
  };
}

const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Someone points at the carousel or is in it with the keyboard; on a button, they have just used it. */
function isHeld(list: HTMLElement): boolean {
  const carousel = list.parentElement;
  return (
    document.hidden ||
    Boolean(carousel?.matches(":hover") || carousel?.querySelector(":focus-visible:not(button)"))
  );
}
