import { useEffect, useState, type RefObject } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { itemInView, slideTo } from "./slide.ts";

const AUTOPLAY_MS = 5_000;

/** Advances the carousel every 5 seconds, unless someone's using it or the browser asks for reduced motion. */
export function useCarousel(list: RefObject<HTMLElement>, count: number) {
  const [current, setCurrent] = useState(0);
  const [isPaused, setPaused] = useState(false);
  const isHydrated = useHydrated();
  /** Undefined if it doesn't play, so there's no pause button. */
  const playing = isHydrated && count > 1 && !prefersReducedMotion() ? !isPaused : undefined;

  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => {
      if (list.current && !isInUse(list.current)) slideTo(list.current, itemInView(list.current) + 1);
    }, AUTOPLAY_MS);
    return () => clearInterval(timer);
  }, [list, playing]);

  return {
    current,
    isHydrated,
    playing,
    togglePlaying: () => setPaused(!isPaused),
    showSlide: (index: number) => list.current && slideTo(list.current, index),
    updateCurrent: () => list.current && setCurrent(itemInView(list.current)),
  };
}

const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A focused button doesn't count, because it keeps the focus after being pressed. */
function isInUse(list: HTMLElement): boolean {
  const carousel = list.parentElement;
  return (
    document.hidden ||
    Boolean(carousel?.matches(":hover") || carousel?.querySelector(":focus-visible:not(button)"))
  );
}
