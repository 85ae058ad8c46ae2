import { useEffect, useState, type ComponentType } from "react";
import type { UseLiveOptions } from "#app/live/use-live.ts";

/** Loads the code for live events and their toasts after the page, which works without it. */
export function LazyLive(options: UseLiveOptions) {
  const [Live, setLive] = useState<ComponentType<UseLiveOptions>>();
  useEffect(() => {
    import("./toast-region.tsx").then(({ ToastRegion }) => setLive(() => ToastRegion)).catch(() => undefined);
  }, []);
  // Adding a child to the body makes the browser restyle the whole page.
  return <div>{Live && <Live {...options} />}</div>;
}
