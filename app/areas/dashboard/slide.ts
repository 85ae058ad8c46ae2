const TRANSITION_MS = 500;

/** Which item of a snap list is in view, from 0. */
export function itemInView(list: HTMLElement): number {
  const { length } = list.children;
  return Math.round(list.scrollLeft / Math.max(list.clientWidth, 1)) % Math.max(length, 1);
}

/** Moves a list of full-width items to the item `to`; one before the first and one past the last go round. */
export function slideTo(list: HTMLElement, to: number): void {
  const items = list.children;
  const first = items[0];
  if (!(first instanceof HTMLElement) || list.dataset["sliding"]) return;
  const goesRound = to < 0 || to >= items.length;
  if (goesRound) first.style.transform = `translateX(${items.length * 100}%)`;
  // Snapping would pull at every step of the way.
  list.dataset["sliding"] = "true";
  if (to < 0) list.scrollLeft = items.length * list.clientWidth;
  const target = to < 0 ? items.length - 1 : to;
  animate(list, target * list.clientWidth, () => {
    first.style.transform = "";
    if (goesRound && to > 0) list.scrollLeft = 0;
    delete list.dataset["sliding"];
  });
}

function animate(list: HTMLElement, end: number, done: () => void): void {
  const start = list.scrollLeft;
  const began = performance.now();
  const length = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : TRANSITION_MS;
  const step = (now: number) => {
    const part = length === 0 ? 1 : Math.min(Math.max((now - began) / length, 0), 1);
    list.scrollLeft = start + (end - start) * (part * part * (3 - 2 * part));
    if (part < 1) requestAnimationFrame(step);
    else done();
  };
  requestAnimationFrame(step);
}
