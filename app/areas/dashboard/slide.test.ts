import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { itemInView, slideTo } from "./slide.ts";

class FakeElement {
  style = { transform: "" };
  dataset: Record<string, string> = {};
  children: FakeElement[] = [];
  clientWidth = 400;
  scrollLeft = 0;
}

let frames: ((now: number) => void)[];
let prefersReducedMotion: boolean;

beforeEach(() => {
  frames = [];
  prefersReducedMotion = false;
  vi.stubGlobal("HTMLElement", FakeElement);
  vi.stubGlobal("requestAnimationFrame", (frame: (now: number) => void) => frames.push(frame));
  vi.stubGlobal("matchMedia", () => ({ matches: prefersReducedMotion }));
  vi.spyOn(performance, "now").mockReturnValue(1_000);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function listOf(count: number, position: number) {
  const list = new FakeElement();
  list.children = Array.from({ length: count }, () => new FakeElement());
  list.scrollLeft = position * list.clientWidth;
  return list as FakeElement & HTMLElement;
}

/** Runs the next frame as if this many milliseconds had passed since the start of the move. */
const frameAt = (ms: number) => frames.shift()?.(1_000 + ms);

it("scrolls to an item in half a second, and turns scroll snapping off meanwhile", () => {
  const list = listOf(4, 0);
  slideTo(list, 2);
  frameAt(250);
  expect(list.scrollLeft).toBe(400);
  expect(list.dataset["sliding"]).toBe("true");
  frameAt(500);
  expect(list.scrollLeft).toBe(800);
  expect(list.dataset["sliding"]).toBeUndefined();
  expect(frames).toEqual([]);
});

it("wraps from the last item to the first by scrolling on one item", () => {
  const list = listOf(3, 2);
  slideTo(list, 3);
  expect(list.children[0]?.style.transform).toBe("translateX(300%)");
  frameAt(250);
  expect(list.scrollLeft).toBe(1_000);
  frameAt(500);
  expect([list.scrollLeft, list.children[0]?.style.transform]).toEqual([0, ""]);
  expect(itemInView(list)).toBe(0);
});

it("wraps from the first item to the last by scrolling back one item", () => {
  const list = listOf(3, 0);
  slideTo(list, -1);
  expect(list.scrollLeft).toBe(1_200);
  frameAt(500);
  expect([list.scrollLeft, list.children[0]?.style.transform]).toEqual([800, ""]);
});

it("ignores a second move while the first is running", () => {
  const list = listOf(4, 0);
  slideTo(list, 1);
  slideTo(list, 3);
  frameAt(500);
  expect([list.scrollLeft, frames.length]).toEqual([400, 0]);
});

it("jumps if the browser asks for reduced motion", () => {
  prefersReducedMotion = true;
  const list = listOf(4, 0);
  slideTo(list, 3);
  frameAt(0);
  expect(list.scrollLeft).toBe(1_200);
});

it("returns the index of the item in view, which is 0 past the last item", () => {
  expect([0, 0.4, 0.6, 3, 4].map((position) => itemInView(listOf(4, position)))).toEqual([0, 0, 1, 3, 0]);
});
