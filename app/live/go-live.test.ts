import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { goLive } from "./go-live.ts";

/** The browser's end of `/live`, one for each tab that leads. */
class FakeSource extends EventTarget {
  static last: FakeSource | undefined;
  readyState = 1;
  onerror: (() => void) | null = null;
  constructor() {
    super();
    FakeSource.last = this;
  }
  close(): void {
    this.readyState = 2;
  }
  tell(type: string, data = "{}"): void {
    this.dispatchEvent(Object.assign(new Event(type), { data }));
  }
}

const view = Object.assign(new EventTarget(), {
  hidden: false,
  hasFocus: () => true,
});
let holding = false;
let navigating = false;
const page = {
  inFlow: () => false,
  toast: vi.fn(),
  warn: vi.fn(),
  blocksReload: () => holding,
  isNavigating: () => navigating,
  refresh: vi.fn(),
  open: vi.fn(),
};
const loads = () => page.refresh.mock.calls.length;
const lineCheck = '{"kind":"LineFaultCheck","id":"5"}';
const pastAllSpreads = 6_000;
let left: AbortController;

/** A page that has a stream, and has loaded what came before it. */
async function listen(): Promise<FakeSource> {
  goLive(page, left.signal);
  await vi.waitFor(() => expect(FakeSource.last).toBeDefined());
  const source = FakeSource.last!;
  source.tell("ready");
  await vi.advanceTimersByTimeAsync(pastAllSpreads);
  return source;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
  vi.stubGlobal("EventSource", FakeSource);
  vi.stubGlobal("document", view);
  vi.stubGlobal("addEventListener", vi.fn());
  view.hidden = false;
  holding = false;
  navigating = false;
  FakeSource.last = undefined;
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  left = new AbortController();
  vi.clearAllMocks();
});

afterEach(() => {
  left.abort();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a page loads once its stream stands, and again whenever that comes back: events are not told twice", async () => {
  const source = await listen();
  expect(loads()).toBe(1);
  source.tell("ready");
  await vi.advanceTimersByTimeAsync(pastAllSpreads);
  expect(loads()).toBe(2);
});

test("browsers that come back together don't all load at once", async () => {
  const source = await listen();
  source.tell("ready");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(loads()).toBe(1);
  await vi.advanceTimersByTimeAsync(pastAllSpreads);
  expect(loads()).toBe(2);
});

test("every event counts, also the second about the same thing", async () => {
  const source = await listen();
  for (const times of [1, 2]) {
    source.tell("notification", lineCheck);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(loads()).toBe(1 + times);
    expect(page.toast).toHaveBeenCalledTimes(times);
  }
});

test("a flood of events is one load a second, and the last event is in it", async () => {
  const source = await listen();
  for (let told = 0; told < 500; told += 1) {
    source.tell("notification", lineCheck);
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(loads()).toBeLessThanOrEqual(1 + 6);
  const before = loads();
  source.tell("notification", lineCheck);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(loads()).toBe(before + 1);
});

test("a hidden page loads when it is looked at, one that holds something of the person's not at all", async () => {
  const source = await listen();
  view.hidden = true;
  source.tell("notification", lineCheck);
  await vi.advanceTimersByTimeAsync(pastAllSpreads);
  expect(loads()).toBe(1);
  view.hidden = false;
  view.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(loads()).toBe(2);
  holding = true;
  source.tell("notification", lineCheck);
  await vi.advanceTimersByTimeAsync(pastAllSpreads);
  expect(loads()).toBe(2);
});

test("a load that is due when a form is sent waits: one that met a signed-out session would overtake its page", async () => {
  const source = await listen();
  source.tell("ready");
  await vi.advanceTimersByTimeAsync(2_000);
  view.dispatchEvent(new Event("submit"));
  await vi.advanceTimersByTimeAsync(4_000);
  expect(loads()).toBe(1);
  source.tell("notification", lineCheck);
  await vi.advanceTimersByTimeAsync(pastAllSpreads);
  expect(loads()).toBe(2);
});

test("an event while the next page loads waits for it: a reload would lose the messages that come with it", async () => {
  const source = await listen();
  const before = loads();
  navigating = true;
  source.tell("notification", lineCheck);
  await vi.advanceTimersByTimeAsync(pastAllSpreads);
  expect(loads()).toBe(before);
  navigating = false;
  await vi.advanceTimersByTimeAsync(pastAllSpreads);
  expect(loads()).toBe(before + 1);
});
