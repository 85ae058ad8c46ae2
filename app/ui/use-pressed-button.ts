import { useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** The button is enabled again after this time, which is longer than most answers take. */
const RELEASE_MS = 10_000;

/** Makes a pressed button in any posting form look disabled and ignore presses until the answer arrives. */
export function usePressedButton(): void {
  const pressed = useRef<HTMLElement | null>(null);
  const isSending = useNavigation().formMethod === "POST";
  useEffect(() => {
    const ignoreSecondPress = (event: SubmitEvent) => {
      if (event.submitter?.getAttribute("aria-disabled") !== "true") return;
      event.preventDefault();
      event.stopPropagation();
    };
    const remember = ({ submitter, target, defaultPrevented }: SubmitEvent) => {
      if ((target as HTMLFormElement).method !== "post") return;
      pressed.current = submitter;
      // If Remix sends the form, the effect below disables and enables the button.
      if (defaultPrevented) return;
      setDisabled(submitter, true);
      // There's no event for a load that someone has stopped.
      clearTimeout(timer);
      timer = setTimeout(release, RELEASE_MS);
    };
    const release = () => setDisabled(pressed.current, false);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unmounted = new AbortController();
    const { signal } = unmounted;
    document.addEventListener("submit", ignoreSecondPress, { capture: true, signal });
    document.addEventListener("submit", remember, { signal });
    // Going back may restore the page with the button still disabled.
    window.addEventListener("pageshow", release, { signal });
    return () => {
      clearTimeout(timer);
      unmounted.abort();
    };
  }, []);
  useEffect(() => {
    const button = pressed.current;
    // A PortalForm disables its own buttons.
    if (!isSending || button?.closest("form[aria-busy]")) return;
    setDisabled(button, true);
    return () => setDisabled(button, false);
  }, [isSending]);
}

function setDisabled(button: HTMLElement | null, isDisabled: boolean): void {
  if (isDisabled) button?.setAttribute("aria-disabled", "true");
  else button?.removeAttribute("aria-disabled");
}
