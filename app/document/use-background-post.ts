import { useState, type FormEvent } from "react";
import { tryFetch } from "#app/ui/try-fetch.ts";

/** Posts a form without leaving the page, so that its other forms keep their input. `onDone` gets the pressed button's value. */
export function useBackgroundPost(onDone: (choice: string) => void) {
  const [hasFailed, setHasFailed] = useState(false);

  async function post(form: HTMLFormElement, { name, value }: HTMLButtonElement): Promise<void> {
    setHasFailed(false);
    const body = new FormData(form);
    body.set(name, value);
    const reply = await tryFetch(form.action, { method: "POST", body, redirect: "manual" });
    // The portal answers with a redirect, which scripts can't read.
    if (reply?.type === "opaqueredirect") onDone(value);
    else setHasFailed(true);
  }

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    const { submitter } = event.nativeEvent as SubmitEvent;
    // An old browser doesn't say which button was pressed, so it posts the form as it would without scripts.
    if (!(submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    void post(event.currentTarget, submitter);
  }

  return { onSubmit, hasFailed };
}
