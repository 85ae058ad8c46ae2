import { useRevalidator, useSubmit } from "@remix-run/react";
import { useState, type FormEvent } from "react";
import { isLiveLoad } from "#app/document/remix-router.ts";
import { useFormReset } from "#app/ui/use-form-reset.ts";
import { paths } from "#shared/paths.ts";
import { NEXT_FIELD, SELECT_FIELD, type SelectionButton } from "./selection-fields.ts";

const zero = { count: 0, pence: 0 };

/** Saves each tick of the form around `rows` immediately. `added` is what the ticks have changed since the page was loaded, `unsaved` whether any did. */
export function useTicks(rows: object) {
  // Reloaded rows are ticked as the server has stored them.
  const form = useFormReset(rows, (old) => old.reset());
  const submit = useSubmit();
  // Still true when the router has the new rows and the page doesn't yet.
  const isReloading = useRevalidator().state === "loading";
  const [enqueue] = useState(createQueue);
  const [change, setChange] = useState<{ rows: object; added: typeof zero }>();
  const saveTicks = async (rowsForm: HTMLFormElement, ticks: FormData, isNewest: () => boolean) => {
    ticks.set(NEXT_FIELD, "keep" satisfies SelectionButton);
    const status = await post(`${paths.makePayment()}.data`, ticks).catch(() => 0);
    // A refused tick is sent again as a page load, which says why it was refused.
    if (status >= 400 && status < 500 && rowsForm.isConnected && isNewest()) submit(rowsForm);
  };
  const onInput = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
    if ((target as HTMLInputElement).name !== SELECT_FIELD) return;
    // As it is now: by its turn a live event's data may have reset the form.
    const ticks = new FormData(currentTarget);
    // The data that a live event is loading would undo this tick; a submit stops that load, or loads again.
    if (isReloading || isLiveLoad())
      return enqueue(() => submit(ticks, { method: "post", preventScrollReset: true }));
    setChange({ rows, added: addedIn(currentTarget) });
    enqueue((isNewest) => saveTicks(currentTarget, ticks, isNewest));
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    const target = button ?? event.currentTarget;
    // Scrolls to the top only if the review opens.
    enqueue(() => submit(target, { preventScrollReset: button?.value !== "proceed" }));
  };
  const added = change?.rows === rows ? change.added : undefined;
  return { handlers: { ref: form, onInput, onSubmit }, added: added ?? zero, unsaved: added !== undefined };
}

/** Resolves with the status. The request continues if the page is left. */
async function post(address: string, body: FormData): Promise<number> {
  const reply = await fetch(address, { method: "POST", body, keepalive: true });
  // An unread response body would keep its connection open.
  await reply.text();
  return reply.status;
}

/** Sends one request at a time, because a late one would undo a newer one; of those that wait only the newest is sent. */
function createQueue() {
  let newest = 0;
  let last: Promise<unknown> = Promise.resolve();
  return (send: (isNewest: () => boolean) => unknown) => {
    const turn = (newest += 1);
    const isNewest = () => turn === newest;
    last = last.then(() => isNewest() && send(isNewest));
  };
}

function addedIn(form: HTMLFormElement): typeof zero {
  let { count, pence } = zero;
  for (const box of form.querySelectorAll<HTMLInputElement>(`[name=${SELECT_FIELD}]`)) {
    const delta = Number(box.checked) - Number(box.defaultChecked);
    count += delta;
    pence += delta * Number(box.dataset["pence"]);
  }
  return { count, pence };
}
