import { useFetcher, useLocation } from "@remix-run/react";
import { useEffect, useRef, useState, type RefObject } from "react";
import { NEXT_FIELD, SELECT_FIELD } from "./unpaid-table.tsx";

/** In NEXT_FIELD: keeps what is ticked and asks for no page. */
export const KEEP = "keep";

type Send = () => void;
type Numbers = ReadonlySet<string>;
type FormRef = RefObject<HTMLFormElement>;

/** What the action answers when ticks were kept. */
interface Kept {
  /** Numbers that one payment cannot hold any more. */
  readonly leftOut: readonly string[];
}

interface Ticks {
  /** Numbers that are ticked on this page. */
  readonly ticked: Numbers;
  /** Call it when a box of the form was ticked or unticked. */
  noteTick: Send;
  /** Does what leads on, once every tick is kept. */
  press(send: Send): void;
}

/**
 * What is ticked in the form: as the server knows it, or as the person has ticked since, also before scripts came.
 * With scripts each tick is kept at once.
 */
export function useTicks(form: FormRef, known: Numbers): Ticks {
  const page = useLocation().key;
  // It stands until the next page: rows that are loaded again may be older than the newest tick.
  const [own, setOwn] = useState<{ page: string; numbers: Numbers }>();
  const { keep, press } = useKeeping(form, ({ leftOut }) => {
    if (leftOut.length > 0) setOwn((was) => was && { ...was, numbers: without(was.numbers, leftOut) });
  });
  const noteTick = () => {
    setOwn({ page, numbers: tickedIn(form) });
    keep();
  };
  useEffect(() => {
    // React does not hear of a tick before it came, nor of the very click that it came with.
    const standing = tickedIn(form);
    if (standing.size !== known.size || [...standing].some((number) => !known.has(number))) noteTick();
  }, []);
  return { ticked: own?.page === page ? own.numbers : known, noteTick, press };
}

/**
 * Keeps the ticks of the form, one request after the other: an earlier one that arrives late must not undo a later
 * one. What leads on waits for them.
 */
function useKeeping(form: FormRef, onKept: (kept: Kept) => void) {
  const { data: kept, submit } = useFetcher<Kept>();
  const isUnderWay = useRef(false);
  const waiting = useRef<Send>();
  useEffect(() => {
    // The answer, not the fetcher's state: React may show 'idle' of one request when the next has begun.
    isUnderWay.current = false;
    if (kept) onKept(kept);
    const send = waiting.current;
    waiting.current = undefined;
    send?.();
  }, [kept]);
  const keep = () => {
    // Whatever waits sends the form as it is by then, with this tick.
    if (isUnderWay.current) waiting.current ??= keep;
    else if (form.current) {
      isUnderWay.current = true;
      const sent = new FormData(form.current);
      sent.set(NEXT_FIELD, KEEP);
      submit(sent, { method: "post" });
    }
  };
  const press = (send: Send) => {
    if (isUnderWay.current) waiting.current = send;
    else send();
  };
  return { keep, press };
}

function tickedIn(form: FormRef): Numbers {
  const boxes = form.current?.querySelectorAll<HTMLInputElement>(`input[name=${SELECT_FIELD}]:checked`) ?? [];
  return new Set([...boxes].map(({ value }) => value));
}

function without(numbers: Numbers, gone: readonly string[]): Numbers {
  return new Set([...numbers].filter((number) => !gone.includes(number)));
}
