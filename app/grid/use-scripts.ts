import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False on the server and until scripts run: what they make superfluous stays visible till then. */
export function useScripts(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
