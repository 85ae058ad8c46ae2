import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { InvoiceRow } from "./invoice-rows.ts";
import { KEEP, NEXT_FIELD } from "./unpaid-list.ts";

type Send = () => void;

interface Ticks {
  /** Numbers that are ticked on this page. */
  readonly ticked: ReadonlySet<string>;
  /** Ticks or unticks, and has the form keep it at once. */
  tick(number: string, on: boolean, form: HTMLFormElement): void;
  /** Does what leads on, once every tick is kept. */
  press(send: Send): void;
}

/**
 * What is ticked on this page: as the server knows it, or as the person has ticked since. With scripts each tick
 * is kept at once, one request after the other: an earlier one that arrives late must not undo a later one.
 */
export function useTicks(rows: readonly InvoiceRow[]): Ticks {
  const fetcher = useFetcher();
  const [own, setOwn] = useState<ReadonlySet<string>>();
  const isUnderWay = useRef(false);
  const waiting = useRef<Send>();
  useEffect(() => {
    if (fetcher.state === "submitting") return;
    isUnderWay.current = false;
    const send = waiting.current;
    waiting.current = undefined;
    if (send) send();
    // Kept, and read again: from here on the server's word is the newest.
    else if (fetcher.state === "idle") setOwn(undefined);
  }, [fetcher.state]);
  const ticked = own ?? new Set(rows.filter(({ selected }) => selected).map(({ number }) => number));
  const keep = (form: HTMLFormElement) => {
    isUnderWay.current = true;
    const sent = new FormData(form);
    sent.set(NEXT_FIELD, KEEP);
    fetcher.submit(sent, { method: "post" });
  };
  return {
    ticked,
    tick(number, on, form) {
      const next = new Set(ticked);
      if (on) next.add(number);
      else next.delete(number);
      setOwn(next);
      if (!isUnderWay.current) keep(form);
      // Whatever waits sends the form as it is by then, with this tick.
      else waiting.current ??= () => keep(form);
    },
    press(send) {
      if (isUnderWay.current) waiting.current = send;
      else send();
    },
  };
}
