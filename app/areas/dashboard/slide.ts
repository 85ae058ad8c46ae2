const TRANSITION_MS = 500;

/** The index of the item that's in view. */
export function itemInView(list: HTMLElement): number {
  const { length } = list.children;
  // During a wrap the first item is placed after the last, at position `length`.
  return Math.round(list.scrollLeft / Math.max(list.clientWidth, 1)) % Math.max(length, 1);
}

/** Scrolls a list of full-width items to index `to`. -1 and the list's length wrap around. */
export function slideTo(list: HTMLElement, to: number): void {
  const items = list.children;
  const first = items[0];
  if (!(first instanceof HTMLElement) || list.dataset["sliding"]) return;
  const wraps = to < 0 || to >= items.length;
  // Moves the first item after the last, so that wrapping scrolls on by one item rather than back through all of them.
  if (wraps) first.style.transform = `translateX(${items.length * 100}%)`;
  // Turns off CSS scroll snapping, which would disturb the animation.
  list.dataset["sliding"] = "true";
  if (to < 0) list.scrollLeft = items.length * list.clientWidth;
  const target = to < 0 ? items.length - 1 : to;
  animate(list, target * list.clientWidth, () => {
    first.style.transform = "";
    if (to >= items.length) list.scrollLeft = 0;
    delete list.dataset["sliding"];
  });
}

function animate(list: HTMLElement, end: number, onEnd: () => void): void {
  const start = list.scrollLeft;
  const startedAt = performance.now();
  const duration = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : TRANSITION_MS;
  const step = (now: number) => {
    const progress = duration === 0 ? 1 : Math.min(Math.max((now - startedAt) / duration, 0), 1);
    // Smoothstep: starts and ends slowly.
    list.scrollLeft = start + (end - start) * (progress * progress * (3 - 2 * progress));
    if (progress < 1) requestAnimationFrame(step);
    else onEnd();
  };
  requestAnimationFrame(step);
}
