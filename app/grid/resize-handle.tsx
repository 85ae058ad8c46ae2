import type { KeyboardEvent, PointerEvent } from "react";
import { useScripts } from "./use-scripts.ts";
import styles from "./grid.module.css";

const STEP = 16;
const WIDEST = 2000;

/** Makes a column wider or narrower: a mouse pulls it, arrow keys move it. Stands there once scripts run. */
export function ResizeHandle({ label }: { label: string }) {
  const scripts = useScripts();
  if (!scripts) return null;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === "ArrowRight" ? STEP : event.key === "ArrowLeft" ? -STEP : 0;
    const head = event.currentTarget.closest("th");
    if (by === 0 || !head) return;
    event.preventDefault();
    setWidth(head, head.offsetWidth + by);
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that moves is a control
    <span
      className={styles.handle}
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-valuemin={40}
      aria-valuemax={WIDEST}
      ref={(handle) => tellWidth(handle?.closest("th"))}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the same
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => pull(event)}
    />
  );
}

function pull(event: PointerEvent<HTMLElement>): void {
  const handle = event.currentTarget;
  const head = handle.closest("th");
  if (!head) return;
  event.preventDefault();
  handle.setPointerCapture(event.pointerId);
  const start = event.clientX - head.offsetWidth;
  const move = (moved: globalThis.PointerEvent) => setWidth(head, moved.clientX - start);
  handle.addEventListener("pointermove", move);
  handle.addEventListener("lostpointercapture", () => handle.removeEventListener("pointermove", move), {
    once: true,
  });
}

/** The other columns keep the width they have. */
function setWidth(head: HTMLTableCellElement, width: number): void {
  const table = head.closest("table");
  if (!table) return;
  if (table.style.tableLayout !== "fixed") {
    for (const one of table.querySelectorAll<HTMLElement>("thead th"))
      one.style.width = `${one.offsetWidth}px`;
    table.style.width = "max-content";
    table.style.minWidth = "100%";
    table.style.tableLayout = "fixed";
  }
  head.style.width = `${Math.min(Math.max(width, minimumWidth(window.innerWidth)), WIDEST)}px`;
  tellWidth(head);
}

/** What a screen reader says of the handle. */
function tellWidth(head: HTMLTableCellElement | null | undefined): void {
  const handle = head?.querySelector("[role=separator]");
  handle?.setAttribute("aria-valuenow", String(head?.offsetWidth ?? 0));
}

/** Pixels, by the width of the window (spec 1 §9): 40 on xs, 80 from sm to lg, 120 on xl. Icon columns stay at 80. */
export function minimumWidth(window: number): number {
  if (window < 576) return 40;
  return window < 1200 ? 80 : 120;
}
