import { lazy, Suspense, useEffect, useState, type ComponentType } from "react";
import { paths } from "#app/paths.ts";
import type { PaletteProps } from "./palette.tsx";
import { headerBox } from "./search-box.tsx";
import { usesSingleKeys } from "./single-keys.ts";

const Palette = lazy(async (): Promise<{ default: ComponentType<PaletteProps> }> => {
  const loaded = await import("./palette.tsx").catch(() => undefined);
  if (!loaded) window.location.assign(paths.search());
  return { default: loaded?.Palette ?? (() => null) };
});

interface Opened {
  readonly asked: PaletteProps["asked"];
  /** The element that had the focus, which gets it back. */
  readonly from: HTMLElement | null;
}

/** Opens the command palette on Ctrl-K, ⌘K and '/', its help on '?'. It is loaded when it is first asked for. */
export function PaletteKeys() {
  const [opened, setOpened] = useState<Opened>();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const asked = askedBy(event);
      if (!asked) return;
      event.preventDefault();
      const from = document.activeElement as HTMLElement | null;
      setOpened((before) => before ?? { asked, from });
      // What is typed before the palette is loaded goes into the header's search box; the palette takes it from there.
      if (asked === "search") headerBox()?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  if (!opened) return null;
  const close = () => {
    setOpened(undefined);
    opened.from?.focus();
  };
  return (
    <Suspense>
      <Palette asked={opened.asked} onClose={close} />
    </Suspense>
  );
}

function askedBy({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent) {
  if (altKey) return undefined;
  if (ctrlKey || metaKey) return key === "k" ? "search" : undefined;
  const isTyping = (target as Element).closest("input, textarea, select");
  if (isTyping || !usesSingleKeys()) return undefined;
  return key === "/" ? "search" : key === "?" ? "keys" : undefined;
}
