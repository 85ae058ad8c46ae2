import { useEffect, useRef, useState, type FormEvent } from "react";
import { TextField } from "#app/forms/fields.tsx";
import { useFormField } from "#app/forms/form-context.ts";
import { paths } from "#app/paths.ts";
import { ACCOUNT_FIELD } from "#app/request/hidden-fields.ts";
import { DescriptionList } from "#app/ui/description-list.tsx";
import { Message } from "#app/ui/message.tsx";
import type { ShownCheck } from "./bank-check.server.ts";
import {
  bareDigits,
  FIRST_LOOK,
  isComplete,
  isSameNumbers,
  sortCodeText,
  type BankNumbers,
} from "./bank-numbers.ts";
import styles from "./direct-debits.module.css";

interface BankFieldsProps {
  account: string;
  /** What the bank check said when step 2 was judged. */
  known: ShownCheck | undefined;
  /** The numbers of the direct debit that is changed, which need no check. */
  saved: BankNumbers | undefined;
}

/** Sort code and account number, with the bank check of both beneath. */
export function BankFields(props: BankFieldsProps) {
  const { check, isChecking, onInput } = useBankCheck(props);
  const isShown = check?.state === "checking" ? isChecking && check.looksWrong : !isChecking;
  return (
    <div className={styles.bank} onInput={onInput}>
      <div className={styles.numbers}>
        <TextField
          name="bankSortCode"
          inputMode="numeric"
          title="Must be 6 digits"
          hint="6 digits, such as 20-29-59"
          {...numberField}
        />
        <TextField
          name="bankAccountNumber"
          inputMode="numeric"
          title="Must be 8 digits"
          hint="8 digits"
          {...numberField}
        />
      </div>
      <div role="status" className="stack">
        {isChecking && <p className="muted">Checking your details…</p>}
        {check && isShown && <BankPanel check={check} />}
      </div>
    </div>
  );
}

const numberField = { autoComplete: "off", spellCheck: false, width: "medium" } as const;

const tones = { checking: "warning", valid: "success", invalid: "error", unavailable: "warning" } as const;

function BankPanel({ check: { state, text, bankName, changedTo, looksWrong } }: { check: ShownCheck }) {
  const heading = state === "invalid" ? "Please double check your account number and sort code:" : undefined;
  return (
    <Message tone={tones[state]} heading={heading}>
      {text !== "" && <p>{text}</p>}
      {state === "valid" && <DescriptionList items={[{ term: "Bank Name", detail: bankName }]} />}
      {state === "unavailable" && <p>You can go on: we check the numbers later.</p>}
      {looksWrong && (
        <p>They do not look like those of a UK bank account. Please compare them with your bank card.</p>
      )}
      {changedTo && (
        <p>
          Your bank now uses other numbers for this account, which we use in place of what you typed: sort
          code {sortCodeText(changedTo.bankSortCode)}, account number {changedTo.bankAccountNumber}.
        </p>
      )}
    </Message>
  );
}

/** The bank check of the two fields' values; asked for once both are complete, unless its answer is known or they are saved. */
function useBankCheck({ account, known, saved }: BankFieldsProps) {
  const bankSortCode = bareDigits(useFormField("bankSortCode").initialValue);
  const bankAccountNumber = bareDigits(useFormField("bankAccountNumber").initialValue);
  const [typed, setTyped] = useState<BankNumbers>();
  const [latest, setLatest] = useState<ShownCheck>();
  const [isChecking, setChecking] = useState(false);
  const asking = useRef<AbortController>();
  useEffect(() => () => asking.current?.abort(), []);
  const current = typed ?? { bankSortCode, bankAccountNumber };
  const isSaved = (numbers: BankNumbers) => saved !== undefined && isSameNumbers(saved, numbers);
  const checkOf = (numbers: BankNumbers) =>
    [latest, known].find((check) => check && isSameNumbers(check, numbers));

  async function ask(numbers: BankNumbers): Promise<void> {
    const { signal } = (asking.current = new AbortController());
    setChecking(true);
    // Whatever fails here, Proceed asks once more.
    const post = (more: Record<string, string>) =>
      postNumbers({ ...numbers, [ACCOUNT_FIELD]: account, ...more }, signal).catch(() => undefined);
    let isAnswered = false;
    void post({ [FIRST_LOOK]: "on" }).then((advice) => advice && !isAnswered && setLatest(advice));
    const answer = await post({});
    isAnswered = true;
    if (answer) setLatest(answer);
    if (!signal.aborted) setChecking(false);
  }

  function onInput({ target }: FormEvent): void {
    if (!(target instanceof HTMLInputElement)) return;
    if (target.name === "bankSortCode") addDashes(target);
    const fields = new FormData(target.form ?? undefined);
    const digits = (name: string) => bareDigits(String(fields.get(name)));
    const numbers = { bankSortCode: digits("bankSortCode"), bankAccountNumber: digits("bankAccountNumber") };
    if (typed && isSameNumbers(numbers, typed)) return;
    setTyped(numbers);
    asking.current?.abort();
    setChecking(false);
    const state = checkOf(numbers)?.state;
    if (isComplete(numbers) && !isSaved(numbers) && state !== "valid" && state !== "invalid")
      void ask(numbers);
  }

  return { check: isSaved(current) ? undefined : checkOf(current), isChecking, onInput };
}

async function postNumbers(fields: Record<string, string>, signal: AbortSignal) {
  const body = new URLSearchParams(fields);
  const reply = await fetch(paths.bankCheck(), { method: "POST", body, signal, redirect: "error" });
  return reply.ok ? ((await reply.json()) as ShownCheck) : undefined;
}

/** Adds dashes while digits are appended; corrections in the middle are left alone. */
function addDashes(input: HTMLInputElement): void {
  const text = sortCodeText(bareDigits(input.value));
  if (input.selectionEnd === input.value.length && text !== input.value && text.length > input.value.length)
    input.value = text;
}
