import type { KeyboardEvent, PointerEvent } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import styles from "./grid.module.css";

const STEP = 16;
const WIDEST = 2000;
/** Left and right move the separator, up and down lead to another one. */
const KEYS: Readonly<Record<string, { by?: number; to?: 1 | -1 }>> = {
  ArrowLeft: { by: -STEP },
  ArrowRight: { by: STEP },
  ArrowUp: { to: -1 },
  ArrowDown: { to: 1 },
};

interface ResizeHandleProps {
  label: string;
  /** The handles of a table are one stop of the Tab key, at first the first one. */
  isFirst: boolean;
}

/** Makes a column wider or narrower, by mouse or arrow keys; shown once scripts run. */
export function ResizeHandle({ label, isFirst }: ResizeHandleProps) {
  const scripts = useHydrated();
  if (!scripts) return null;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const head = event.currentTarget.closest("th");
    const { by = 0, to = 0 } = KEYS[event.key] ?? {};
    if (!head || (by === 0 && to === 0)) return;
    event.preventDefault();
    if (to === 0) setWidth(head, head.offsetWidth + by);
    else goOn(event.currentTarget, to);
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that moves is a control
    <span
      className={styles.handle}
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      title="Left and right arrow keys change the width, up and down lead to another column"
      aria-valuemin={40}
      aria-valuemax={WIDEST}
      ref={(handle) => tellWidth(handle?.closest("th"))}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the same
      tabIndex={isFirst ? 0 : -1}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => pull(event)}
    />
  );
}

function goOn(from: HTMLElement, to: 1 | -1): void {
  const handles = [...(from.closest("table")?.querySelectorAll<HTMLElement>("[role=separator]") ?? [])];
  const next = handles[handles.indexOf(from) + to];
  if (!next) return;
  for (const handle of handles) handle.tabIndex = handle === next ? 0 : -1;
  next.focus();
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

function tellWidth(head: HTMLTableCellElement | null | undefined): void {
  const handle = head?.querySelector("[role=separator]");
  handle?.setAttribute("aria-valuenow", String(head?.offsetWidth ?? 0));
}

export function minimumWidth(window: number): number {
  if (window < 576) return 40;
  return window < 1200 ? 80 : 120;
}
