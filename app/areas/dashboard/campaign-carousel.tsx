import { useEffect, useRef, useState, type RefObject } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { IconButton } from "#app/ui/icon-button.tsx";
import type { CampaignItem } from "#server/feeds/create-feeds.ts";
import styles from "./campaign-carousel.module.css";
import { itemInView, slideTo } from "./slide.ts";

/** With more campaigns than this, arrows replace the dots. */
const MAX_DOTS = 5;

/** The provider's campaigns, as a list with CSS scroll snapping so that it works without scripts. */
export function CampaignCarousel({ campaigns }: { campaigns: readonly CampaignItem[] }) {
  const list = useRef<HTMLUListElement>(null);
  const carousel = useCarousel(list, campaigns.length);
  return (
    <section className={styles.carousel} aria-label="Campaigns" aria-roledescription="carousel">
      <ul className={styles.list} ref={list} onScroll={carousel.updateCurrent}>
        {campaigns.map((campaign, index) => (
          <li key={campaign.imagePath} className={styles.item} id={`campaign-${index + 1}`}>
            <Slide {...campaign} isFirst={index === 0} />
          </li>
        ))}
      </ul>
      {campaigns.length > 1 && <Controls campaigns={campaigns} {...carousel} />}
    </section>
  );
}

function Slide({ title, link, imagePath, imageAltText, isFirst }: CampaignItem & { isFirst: boolean }) {
  const image = (
    <img
      className={styles.image}
      src={imagePath}
      alt={imageAltText || title}
      loading={isFirst ? "eager" : "lazy"}
    />
  );
  return link ? (
    <a className={styles.slide} href={link}>
      {image}
    </a>
  ) : (
    image
  );
}

type ControlsProps = { campaigns: readonly CampaignItem[] } & ReturnType<typeof useCarousel>;

/** The dots are links to their slides, so that they work without scripts. */
function Controls({ campaigns, current, isHydrated, playing, togglePlaying, showSlide }: ControlsProps) {
  return (
    <div className={styles.controls} data-needs-scripts={campaigns.length > MAX_DOTS}>
      {campaigns.length <= MAX_DOTS ? (
        campaigns.map(({ imagePath, title }, index) => (
          <a
            key={imagePath}
            className={styles.dot}
            href={`#campaign-${index + 1}`}
            aria-label={`Campaign ${index + 1}: ${title}`}
            aria-current={index === current ? "true" : undefined}
            onClick={(event) => {
              event.preventDefault();
              showSlide(index);
            }}
          />
        ))
      ) : isHydrated ? (
        <>
          <IconButton icon="chevron-left" label="Previous campaign" onClick={() => showSlide(current - 1)} />
          <span className={styles.count}>
            {current + 1} of {campaigns.length}
          </span>
          <IconButton icon="chevron-right" label="Next campaign" onClick={() => showSlide(current + 1)} />
        </>
      ) : null}
      {playing !== undefined && (
        <span className={styles.pause}>
          <IconButton
            icon={playing ? "pause" : "play"}
            label={playing ? "Pause campaigns" : "Play campaigns"}
            onClick={togglePlaying}
          />
        </span>
      )}
    </div>
  );
}

const AUTOPLAY_MS = 5_000;

/** Advances the carousel every 5 seconds, unless someone's using it or the browser asks for reduced motion. */
function useCarousel(list: RefObject<HTMLElement>, count: number) {
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
