import type { FormEvent } from "react";
import { remixRouter } from "./remix-router.ts";

/** An `onSubmit` that keeps the page, and with it what was typed in its other forms. For choices that a cookie holds. */
export function postInBackground(event: FormEvent<HTMLFormElement>): void {
  const { submitter } = event.nativeEvent as SubmitEvent;
  // An old browser does not tell which button was pressed, and posts the form as without scripts.
  if (!(submitter instanceof HTMLButtonElement)) return;
  event.preventDefault();
  const form = event.currentTarget;
  const body = new FormData(form);
  body.set(submitter.name, submitter.value);
  const reload = () => remixRouter()?.revalidate();
  // Without an answer the question stays, and can be answered again.
  fetch(form.action, { method: "POST", body, redirect: "manual" }).then(reload, () => undefined);
}
