import { useEffect, useState, type ComponentType } from "react";
import type { UseLiveOptions } from "#app/live/use-live.ts";

/** Live events with their toasts. They are loaded after the page, which is whole without them. */
export function LiveLater(options: UseLiveOptions) {
  const [Live, setLive] = useState<ComponentType<UseLiveOptions>>();
  useEffect(() => {
    import("./live.tsx").then(({ Live }) => setLive(() => Live)).catch(() => undefined);
  }, []);
  return Live && <Live {...options} />;
}
