import { useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** Longer than most answers take. */
const RELEASE_MS = 10_000;

/** A pressed button of any posting form looks disabled and ignores presses until its answer is there. */
export function usePressedButton(): void {
  const pressed = useRef<HTMLElement | null>(null);
  const isSending = useNavigation().formMethod === "POST";
  useEffect(() => {
    const ignoreSecondPress = (event: SubmitEvent) => {
      if (event.submitter?.ariaDisabled !== "true") return;
      event.preventDefault();
      event.stopPropagation();
    };
    const remember = ({ submitter, target, defaultPrevented }: SubmitEvent) => {
      if ((target as HTMLFormElement).method !== "post") return;
      pressed.current = submitter;
      // Otherwise Remix sends the form, and tells when.
      if (defaultPrevented) return;
      setDisabled(submitter, true);
      // No event tells that the person stopped the browser's loading.
      clearTimeout(timer);
      timer = setTimeout(release, RELEASE_MS);
    };
    const release = () => setDisabled(pressed.current, false);
    let timer: ReturnType<typeof setTimeout> | undefined;
    document.addEventListener("submit", ignoreSecondPress, true);
    document.addEventListener("submit", remember);
    // Going back may show the page as it was left.
    window.addEventListener("pageshow", release);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("submit", ignoreSecondPress, true);
      document.removeEventListener("submit", remember);
      window.removeEventListener("pageshow", release);
    };
  }, []);
  useEffect(() => {
    const button = pressed.current;
    // A PortalForm shows it by itself.
    if (!isSending || button?.closest("form[aria-busy]")) return;
    setDisabled(button, true);
    return () => setDisabled(button, false);
  }, [isSending]);
}

function setDisabled(button: HTMLElement | null, isDisabled: boolean): void {
  if (isDisabled) button?.setAttribute("aria-disabled", "true");
  else button?.removeAttribute("aria-disabled");
}
