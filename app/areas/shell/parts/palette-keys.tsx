import { lazy, Suspense, useEffect, useState, type ComponentType } from "react";
import { paths } from "#app/paths.ts";
import type { PaletteProps } from "./palette.tsx";
import { usesSingleKeys } from "./single-keys.ts";

const Palette = lazy(async (): Promise<{ default: ComponentType<PaletteProps> }> => {
  const loaded = await import("./palette.tsx").catch(() => undefined);
  if (!loaded) window.location.assign(paths.search());
  return { default: loaded?.Palette ?? (() => null) };
});

/** Opens the command palette on Ctrl-K, ⌘K and '/', its help on '?'. It is loaded when it is first asked for. */
export function PaletteKeys() {
  const [opened, setOpened] = useState<"search" | "keys">();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const asked = askedBy(event);
      if (!asked) return;
      event.preventDefault();
      setOpened(asked);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  if (!opened) return null;
  return (
    <Suspense>
      <Palette opened={opened} onClose={() => setOpened(undefined)} />
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
