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
let isReduced: boolean;

beforeEach(() => {
  frames = [];
  isReduced = false;
  vi.stubGlobal("HTMLElement", FakeElement);
  vi.stubGlobal("requestAnimationFrame", (frame: (now: number) => void) => frames.push(frame));
  vi.stubGlobal("matchMedia", () => ({ matches: isReduced }));
  vi.spyOn(performance, "now").mockReturnValue(1_000);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function listOf(count: number, at: number) {
  const list = new FakeElement();
  list.children = Array.from({ length: count }, () => new FakeElement());
  list.scrollLeft = at * list.clientWidth;
  return list as FakeElement & HTMLElement;
}

/** Runs the next frame, so many milliseconds after the move began. */
const frameAt = (ms: number) => frames.shift()?.(1_000 + ms);

it("moves to an item in half a second, with snapping out of the way", () => {
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

it("goes past the last to the first without running back", () => {
  const list = listOf(3, 2);
  slideTo(list, 3);
  expect(list.children[0]?.style.transform).toBe("translateX(300%)");
  frameAt(250);
  expect(list.scrollLeft).toBe(1_000);
  frameAt(500);
  expect([list.scrollLeft, list.children[0]?.style.transform]).toEqual([0, ""]);
  expect(itemInView(list)).toBe(0);
});

it("goes before the first to the last", () => {
  const list = listOf(3, 0);
  slideTo(list, -1);
  expect(list.scrollLeft).toBe(1_200);
  frameAt(500);
  expect([list.scrollLeft, list.children[0]?.style.transform]).toEqual([800, ""]);
});

it("finishes a move before the next begins", () => {
  const list = listOf(4, 0);
  slideTo(list, 1);
  slideTo(list, 3);
  frameAt(500);
  expect([list.scrollLeft, frames.length]).toEqual([400, 0]);
});

it("jumps for people who asked for reduced motion", () => {
  isReduced = true;
  const list = listOf(4, 0);
  slideTo(list, 3);
  frameAt(0);
  expect(list.scrollLeft).toBe(1_200);
});

it("knows the item in view, the stand-in of the first included", () => {
  expect([0, 0.4, 0.6, 3, 4].map((at) => itemInView(listOf(4, at)))).toEqual([0, 0, 1, 3, 0]);
});
