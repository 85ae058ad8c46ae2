import { useEffect, useState, type RefObject } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { itemInView, slideTo } from "./slide.ts";

const AUTOPLAY_MS = 5_000;

/** Advances the carousel every 5 seconds, except while someone uses it or if the browser asks for reduced motion. */
export function useCarousel(list: RefObject<HTMLElement>, count: number) {
  const [current, setCurrent] = useState(0);
  const [isPaused, setPaused] = useState(false);
  const isHydrated = useHydrated();
  /** Undefined if there is no autoplay, and so no pause button. */
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

/** A focused button does not count: it keeps the focus after it was pressed. */
function isInUse(list: HTMLElement): boolean {
  const carousel = list.parentElement;
  return (
    document.hidden ||
    Boolean(carousel?.matches(":hover") || carousel?.querySelector(":focus-visible:not(button)"))
  );
}
