import { useEffect, useState, type ComponentType } from "react";
import type { UseLiveOptions } from "#app/live/use-live.ts";

/** Loads the code for live events and their toasts after the page, which works without it. */
export function LazyLive(options: UseLiveOptions) {
  const [Live, setLive] = useState<ComponentType<UseLiveOptions>>();
  useEffect(() => {
    import("./live.tsx").then(({ Live }) => setLive(() => Live)).catch(() => undefined);
  }, []);
  // What joins the children of the body has the browser compute the style of the whole page anew.
  return <div>{Live && <Live {...options} />}</div>;
}
