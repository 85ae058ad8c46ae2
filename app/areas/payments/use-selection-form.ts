import { useMatches, useSubmit } from "@remix-run/react";
import { useState, type FormEvent } from "react";
import { isLiveLoad, remixRouter } from "#app/document/remix-router.ts";
import { tryFetch } from "#app/ui/try-fetch.ts";
import { useFormReset } from "#app/ui/use-form-reset.ts";
import { paths } from "#shared/paths.ts";
import { NEXT_FIELD, SELECT_FIELD, SHOWN_FIELD, type SelectionButton } from "./selection-fields.ts";

const zero = { count: 0, pence: 0 };

/** Saves each tick in the form around `rows` straight away. `added` is what the ticks since the page loaded add to the selection; `unsaved` says whether there are any. */
export function useSelectionForm(rows: object) {
  // Shows reloaded rows with the ticks that the server has stored. Those in a submit come with the next rows.
  const ref = useFormReset(rows, (form) => {
    if (remixRouter()?.state.navigation.state === "idle") form.reset();
  });
  const submit = useSubmit();
  const shown = useMatches().at(-1);
  const [enqueue] = useState(createQueue);
  const [change, setChange] = useState<{ rows: object; added: typeof zero }>();
  const saveTicks = async (rowsForm: HTMLFormElement, ticks: FormData, isNewest: () => boolean) => {
    ticks.set(NEXT_FIELD, "keep" satisfies SelectionButton);
    const status = await post(`${paths.makePayment()}.data`, ticks);
    // Sends a refused tick again as a page load, which says why it was refused.
    if (status >= 400 && status < 500 && rowsForm.isConnected && isNewest()) submit(rowsForm);
  };
  const onInput = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
    if ((target as HTMLInputElement).name !== SELECT_FIELD) return;
    // Taken now, because a live event's data may have reset the form by the time it's sent.
    const ticks = new FormData(currentTarget);
    const { loaderData = {}, navigation } = remixRouter()?.state ?? {};
    // Undefined if another page is about to be shown.
    const latest = shown && loaderData[shown.id];
    const isOutdated = latest !== undefined && latest !== shown?.data;
    const sending = navigation?.formData;
    const isSendingTicks = sending?.has(SHOWN_FIELD) && !sending.has(NEXT_FIELD);
    // Rows that are loading for a live event or an earlier tick, or not on the page yet, would undo this tick. A submit loads them again.
    if (isOutdated || isSendingTicks || isLiveLoad())
      return enqueue(() => submit(ticks, { method: "post", preventScrollReset: true }));
    setChange({ rows, added: addedIn(currentTarget) });
    enqueue((isNewest) => saveTicks(currentTarget, ticks, isNewest));
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    const target = button ?? event.currentTarget;
    // Only scrolls to the top if the review opens.
    enqueue(() => submit(target, { preventScrollReset: button?.value !== "proceed" }));
  };
  const added = change?.rows === rows ? change.added : undefined;
  return { handlers: { ref, onInput, onSubmit }, added: added ?? zero, unsaved: added !== undefined };
}

/** Resolves with the status, or 0 without an answer in time. The request continues if the page is left. */
async function post(address: string, body: FormData): Promise<number> {
  const reply = await tryFetch(address, { method: "POST", body, keepalive: true });
  // An unread response body would keep its connection open.
  await reply?.text().catch(() => undefined);
  return reply?.status ?? 0;
}

/** Sends one request at a time, because a late one would undo a newer one. Of those waiting, only sends the newest. */
function createQueue() {
  let newest = 0;
  let last: Promise<unknown> = Promise.resolve();
  return (send: (isNewest: () => boolean) => unknown) => {
    const request = (newest += 1);
    const isNewest = () => request === newest;
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
