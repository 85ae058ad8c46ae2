import { useEffect, useRef, useState, type FormEvent, type RefObject } from "react";
import { paths } from "#app/paths.ts";
import { ACCOUNT_FIELD } from "#app/request/hidden-fields.ts";
import type { ShownCheck } from "./bank-check.server.ts";
import {
  bareDigits,
  FIRST_LOOK,
  isAccountNumber,
  isSameNumbers,
  isSortCode,
  sortCodeText,
  type BankNumbers,
} from "./bank-numbers.ts";

interface Options {
  part: RefObject<HTMLElement>;
  id: string | undefined;
  account: string;
  known: ShownCheck | undefined;
  saved: BankNumbers | undefined;
  numbers: BankNumbers;
}

/** The bank check of the two fields' values; asked for once both are complete, unless its answer is known or they are saved. */
export function useBankCheck({ part, id, account, known, saved, numbers }: Options) {
  const [typed, setTyped] = useState<BankNumbers>();
  const [latest, setLatest] = useState<ShownCheck>();
  const [isChecking, setChecking] = useState(false);
  const asking = useRef<AbortController>();
  useEffect(() => () => asking.current?.abort(), []);
  const current = typed ?? numbers;
  const isSaved = (one: BankNumbers) => saved !== undefined && isSameNumbers(saved, one);
  const check = isSaved(current)
    ? undefined
    : [latest, known].find((one) => one && isSameNumbers(one, current));

  async function ask(wanted: BankNumbers): Promise<void> {
    const { signal } = (asking.current = new AbortController());
    setChecking(true);
    let isAnswered = false;
    const post = async (more: Record<string, string>) => {
      const body = new URLSearchParams({
        ...wanted,
        [ACCOUNT_FIELD]: account,
        directDebitId: id ?? "",
        ...more,
      });
      const reply = await fetch(paths.bankCheck(), { method: "POST", body, signal, redirect: "error" });
      const found = reply.ok ? ((await reply.json()) as ShownCheck) : undefined;
      if (found && !isAnswered) setLatest(found);
    };
    // Whatever fails here, Proceed asks once more.
    void post({ [FIRST_LOOK]: "on" }).catch(() => undefined);
    await post({}).catch(() => undefined);
    isAnswered = true;
    if (!signal.aborted) setChecking(false);
  }

  function look(event: FormEvent): void {
    if (event.target instanceof HTMLInputElement && event.target.name === "bankSortCode") group(event.target);
    const field = (name: string) =>
      part.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? "";
    const now = {
      bankSortCode: bareDigits(field("bankSortCode")),
      bankAccountNumber: bareDigits(field("bankAccountNumber")),
    };
    if (isSameNumbers(now, current) && typed) return;
    setTyped(now);
    asking.current?.abort();
    setChecking(false);
    const isKnown = [latest, known].some(
      (one) => (one?.state === "valid" || one?.state === "invalid") && isSameNumbers(one, now),
    );
    if (!isKnown && !isSaved(now) && isSortCode(now.bankSortCode) && isAccountNumber(now.bankAccountNumber))
      void ask(now);
  }

  return { check, isChecking, look };
}

/** Adds dashes while digits are appended; corrections in the middle are left alone. */
function group(input: HTMLInputElement): void {
  const text = sortCodeText(bareDigits(input.value));
  if (input.selectionEnd === input.value.length && text !== input.value && text.length > input.value.length)
    input.value = text;
}
