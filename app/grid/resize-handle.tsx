import type { KeyboardEvent, PointerEvent } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import styles from "./grid.module.css";

const MAX_WIDTH = 2000;
const WIDTH_CHANGES: Readonly<Record<string, number>> = { ArrowLeft: -16, ArrowRight: 16 };
/** Keys that move the focus to another column's handle. */
const FOCUS_MOVES: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

interface ResizeHandleProps {
  label: string;
  /** Only one of a table's handles is in the Tab order, at first the first. */
  isFirst: boolean;
}

/** Changes a column's width by pointer or arrow keys. It needs scripts, so it only appears after hydration. */
export function ResizeHandle({ label, isFirst }: ResizeHandleProps) {
  const isHydrated = useHydrated();
  if (!isHydrated) return null;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const head = event.currentTarget.closest("th");
    const widthChange = WIDTH_CHANGES[event.key];
    const focusMove = FOCUS_MOVES[event.key];
    if (!head || !(widthChange || focusMove)) return;
    event.preventDefault();
    if (widthChange) setWidth(head, head.offsetWidth + widthChange);
    if (focusMove) focusHandle(event.currentTarget, focusMove);
  };
  return (
    <span
      className={styles.handle}
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      title="Use the left and right arrow keys to change the width, and up and down to move to another column"
      aria-valuemax={MAX_WIDTH}
      ref={(handle) => updateAriaWidth(handle?.closest("th"))}
      tabIndex={isFirst ? 0 : -1}
      onKeyDown={onKeyDown}
      onPointerDown={startDrag}
    />
  );
}

function focusHandle(from: HTMLElement, offset: number): void {
  const handles = [...(from.closest("table")?.querySelectorAll<HTMLElement>("[role=separator]") ?? [])];
  const next = handles[handles.indexOf(from) + offset];
  if (!next) return;
  for (const handle of handles) handle.tabIndex = handle === next ? 0 : -1;
  next.focus();
}

function startDrag(event: PointerEvent<HTMLElement>): void {
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
  const headings = [...table.querySelectorAll<HTMLElement>("thead th")];
  const widths = headings.map(({ offsetWidth }) => offsetWidth);
  widths[headings.indexOf(head)] = Math.min(Math.max(width, minimumWidth(window.innerWidth)), MAX_WIDTH);
  for (const [index, heading] of headings.entries()) heading.style.width = `${widths[index]}px`;
  // Not `max-content`, which isn't a fixed layout in Safari.
  table.style.width = `${widths.reduce((sum, columnWidth) => sum + columnWidth, 0)}px`;
  table.style.minWidth = "100%";
  table.style.tableLayout = "fixed";
  updateAriaWidth(head);
}

function updateAriaWidth(head: HTMLTableCellElement | null | undefined): void {
  const handle = head?.querySelector("[role=separator]");
  handle?.setAttribute("aria-valuemin", String(minimumWidth(window.innerWidth)));
  handle?.setAttribute("aria-valuenow", String(head?.offsetWidth ?? 0));
}

/** A column's minimum width in pixels. */
export function minimumWidth(windowWidth: number): number {
  if (windowWidth < 576) return 40;
  return windowWidth < 1200 ? 80 : 120;
}
