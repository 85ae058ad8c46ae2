import type { FormEvent } from "react";
import { remixRouter } from "./remix-router.ts";

/** An `onSubmit` that keeps the page, and with it what was typed in its other forms. For choices that a cookie holds. */
export function postInBackground(event: FormEvent<HTMLFormElement>): void {
  const { action } = event.currentTarget;
  const { submitter } = event.nativeEvent as SubmitEvent;
  const body = new FormData(event.currentTarget, submitter);
  event.preventDefault();
  const reload = () => remixRouter()?.revalidate();
  // Without an answer the question stays, and can be answered again.
  fetch(action, { method: "POST", body, redirect: "manual" }).then(reload, () => undefined);
}
