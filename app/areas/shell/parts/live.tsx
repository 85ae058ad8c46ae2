import { useLive, type UseLiveOptions } from "#app/live/use-live.ts";
import { ToastRegion } from "./toast-region.tsx";

/** Receives live events while it is mounted, and shows their toasts. */
export function LiveUpdates(options: UseLiveOptions) {
  const { toasts, dismiss, pauseHandlers } = useLive(options);
  return <ToastRegion toasts={toasts} onDismiss={dismiss} pauseHandlers={pauseHandlers} />;
}
