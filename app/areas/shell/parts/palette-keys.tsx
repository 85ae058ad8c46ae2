import { lazy, Suspense, useEffect, useState, type ComponentType } from "react";
import { paths } from "#shared/paths.ts";
import type { PaletteProps } from "./palette.tsx";
import { headerSearchInput } from "./search-box.tsx";
import { usesSingleKeys } from "./single-keys.ts";

const Palette = lazy(async (): Promise<{ default: ComponentType<PaletteProps> }> => {
  const loaded = await import("./palette.tsx").catch(() => undefined);
  if (!loaded) window.location.assign(paths.search());
  return { default: loaded?.Palette ?? (() => null) };
});

/** Opens the command palette on Ctrl-K, ⌘K and '/', or its help on '?'. Its code is loaded on first use. */
export function PaletteKeys() {
  const [openPalette, setOpenPalette] = useState<
    Pick<PaletteProps, "mode"> & { focusedBefore: HTMLElement | null }
  >();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const mode = paletteModeOf(event);
      if (!mode) return;
      event.preventDefault();
      const focusedBefore = document.activeElement as HTMLElement | null;
      setOpenPalette((current) => current ?? { mode, focusedBefore });
      // Until the palette loads, typing goes into the header's search input, and the palette takes the text from there.
      if (mode === "search") headerSearchInput()?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  if (!openPalette) return null;
  const close = () => {
    setOpenPalette(undefined);
    openPalette.focusedBefore?.focus();
  };
  return (
    <Suspense>
      <Palette mode={openPalette.mode} onClose={close} />
    </Suspense>
  );
}

function paletteModeOf({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent) {
  if (altKey) return undefined;
  if (ctrlKey || metaKey) return key === "k" ? "search" : undefined;
  const isTyping = (target as Element).closest("input, textarea, select");
  if (isTyping || !usesSingleKeys()) return undefined;
  return key === "/" ? "search" : key === "?" ? "keys" : undefined;
}
