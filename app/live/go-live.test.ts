import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { goLive } from "./go-live.ts";

/** Stands for the browser's stream of `/live`. */
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
  emit(type: string, data = "{}"): void {
    this.dispatchEvent(Object.assign(new Event(type), { data }));
  }
}

const fakeDocument = Object.assign(new EventTarget(), {
  hidden: false,
  hasFocus: () => true,
});
let hasUnsavedInput = false;
let navigating = false;
const page = {
  inFlow: () => false,
  toast: vi.fn(),
  warn: vi.fn(),
  blocksReload: () => hasUnsavedInput,
  account: { id: "1001", name: "Harbour & Pine Ltd", chosenAt: 1 },
  switched: vi.fn(),
  isNavigating: () => navigating,
  refresh: vi.fn(),
  open: vi.fn(),
};
const reloads = () => page.refresh.mock.calls.length;
const lineCheck = '{"kind":"LineFaultCheck","id":"5"}';
const beyondReloadSpreadMs = 6_000;
let unmounted: AbortController;

/** Opens the stream of a page, and waits for the reload that follows. */
async function listen(): Promise<FakeSource> {
  goLive(page, unmounted.signal);
  await vi.waitFor(() => expect(FakeSource.last).toBeDefined());
  const source = FakeSource.last!;
  source.emit("ready");
  await vi.advanceTimersByTimeAsync(beyondReloadSpreadMs);
  return source;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
  vi.stubGlobal("EventSource", FakeSource);
  vi.stubGlobal("document", fakeDocument);
  vi.stubGlobal("addEventListener", vi.fn());
  fakeDocument.hidden = false;
  hasUnsavedInput = false;
  navigating = false;
  FakeSource.last = undefined;
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  unmounted = new AbortController();
  vi.clearAllMocks();
});

afterEach(() => {
  unmounted.abort();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("the page reloads when its stream opens and reopens, because missed events aren't repeated", async () => {
  const source = await listen();
  expect(reloads()).toBe(1);
  source.emit("ready");
  await vi.advanceTimersByTimeAsync(beyondReloadSpreadMs);
  expect(reloads()).toBe(2);
});

test("a page tells the other tabs its account when it opens, and hears theirs", async () => {
  await listen();
  const channel = new BroadcastChannel("live");
  const heard = vi.fn();
  channel.onmessage = heard;
  const account = { id: "1002", name: "Retail", chosenAt: 2 };
  channel.postMessage({ type: "account", account });
  await vi.waitFor(() => expect(page.switched).toHaveBeenCalledWith(account));
  goLive({ ...page, account }, unmounted.signal);
  await vi.waitFor(() =>
    expect(heard.mock.lastCall?.[0]).toMatchObject({ data: { type: "account", account } }),
  );
  channel.close();
});

test("a page that was opened before a switch, and begins after it, is told the account chosen since", async () => {
  await listen();
  const late = new BroadcastChannel("live");
  const heard = vi.fn();
  late.onmessage = heard;
  const chosen = { id: "1002", name: "Retail", chosenAt: 2 };
  late.postMessage({ type: "account", account: chosen });
  await vi.waitFor(() => expect(page.switched).toHaveBeenCalledWith(chosen));
  page.switched.mockClear();
  late.postMessage({ type: "account", account: chosen });
  late.postMessage({ type: "account", account: page.account });
  const answer = { data: { type: "account", account: chosen } };
  await vi.waitFor(() => expect(heard.mock.lastCall?.[0]).toMatchObject(answer));
  expect(page.switched).not.toHaveBeenCalled();
  late.close();
});

test("after a reconnect, pages reload at a random time", async () => {
  const source = await listen();
  source.emit("ready");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reloads()).toBe(1);
  await vi.advanceTimersByTimeAsync(beyondReloadSpreadMs);
  expect(reloads()).toBe(2);
});

test("each event reloads the page and shows a toast, also a second event about the same object", async () => {
  const source = await listen();
  for (const times of [1, 2]) {
    source.emit("notification", lineCheck);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(reloads()).toBe(1 + times);
    expect(page.toast).toHaveBeenCalledTimes(times);
  }
});

test("many events cause one reload a second, and another after the last event", async () => {
  const source = await listen();
  for (let sent = 0; sent < 500; sent += 1) {
    source.emit("notification", lineCheck);
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(reloads()).toBeLessThanOrEqual(1 + 6);
  const before = reloads();
  source.emit("notification", lineCheck);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reloads()).toBe(before + 1);
});

test("a hidden page reloads when it becomes visible, and a page with unsaved input doesn't reload", async () => {
  const source = await listen();
  fakeDocument.hidden = true;
  source.emit("notification", lineCheck);
  await vi.advanceTimersByTimeAsync(beyondReloadSpreadMs);
  expect(reloads()).toBe(1);
  fakeDocument.hidden = false;
  fakeDocument.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reloads()).toBe(2);
  hasUnsavedInput = true;
  source.emit("notification", lineCheck);
  await vi.advanceTimersByTimeAsync(beyondReloadSpreadMs);
  expect(reloads()).toBe(2);
});

test("a reload that is due when a form is sent is postponed", async () => {
  const source = await listen();
  source.emit("ready");
  await vi.advanceTimersByTimeAsync(2_000);
  fakeDocument.dispatchEvent(new Event("submit"));
  await vi.advanceTimersByTimeAsync(4_000);
  expect(reloads()).toBe(1);
  source.emit("notification", lineCheck);
  await vi.advanceTimersByTimeAsync(beyondReloadSpreadMs);
  expect(reloads()).toBe(2);
});

test("an event during a navigation reloads the page after it", async () => {
  const source = await listen();
  const before = reloads();
  navigating = true;
  source.emit("notification", lineCheck);
  await vi.advanceTimersByTimeAsync(beyondReloadSpreadMs);
  expect(reloads()).toBe(before);
  navigating = false;
  await vi.advanceTimersByTimeAsync(beyondReloadSpreadMs);
  expect(reloads()).toBe(before + 1);
});
