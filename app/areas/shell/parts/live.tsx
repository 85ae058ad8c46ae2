import { useLive, type UseLiveOptions } from "#app/live/use-live.ts";
import { ToastRegion } from "./toast-region.tsx";

/** Follows live events while it is shown. */
export function Live(options: UseLiveOptions) {
  const { toasts, dismiss, holding } = useLive(options);
  return <ToastRegion toasts={toasts} onDismiss={dismiss} pauseHandlers={holding} />;
}
