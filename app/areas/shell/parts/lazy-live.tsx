import { useEffect, useState } from "react";
import type { UseLiveOptions } from "#app/live/use-live.ts";
import type { ToastRegion } from "./toast-region.tsx";

/** Loads the code for live events and their toasts after the page, which works without it. */
export function LazyLive(options: UseLiveOptions) {
  const [Live, setLive] = useState<typeof ToastRegion>();
  useEffect(() => {
    import("./toast-region.tsx").then((loaded) => setLive(() => loaded.ToastRegion)).catch(() => undefined);
  }, []);
  // A new child of the body makes the browser style the whole page again.
  return <div>{Live && <Live {...options} />}</div>;
}
