import { useEffect, useRef, useState, type FormEvent } from "react";
import { TextField } from "#app/forms/fields.tsx";
import { useFormField } from "#app/forms/form-context.ts";
import { dashHandlers } from "#app/forms/typed-text.ts";
import { ACCOUNT_FIELD } from "#app/request/hidden-fields.ts";
import { DescriptionList } from "#app/ui/description-list.tsx";
import { Message } from "#app/ui/message.tsx";
import { paths } from "#shared/paths.ts";
import type { ShownCheck } from "./bank-check.server.ts";
import {
  cleanNumbers,
  formatSortCode,
  isComplete,
  isSameNumbers,
  MODULUS_ONLY_FIELD,
  type BankNumbers,
} from "./bank-numbers.ts";
import styles from "./direct-debits.module.css";

interface BankFieldsProps {
  account: string;
  postedCheck: ShownCheck | undefined;
  /** The saved direct debit's numbers, which don't need checking. */
  savedNumbers: BankNumbers | undefined;
}

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
          {...dashHandlers}
        />
        <TextField
          name="bankAccountNumber"
          inputMode="numeric"
          title="Must be 8 digits"
          hint="8 digits"
          {...numberField}
        />
      </div>
      <div role="status" className={`${styles.check} stack`}>
        {isChecking && <p className="muted">Checking your details…</p>}
        {!isChecking && !check && <p className="muted">We&apos;ll check these with your bank.</p>}
        {check && isShown && <BankPanel check={check} />}
      </div>
    </div>
  );
}

const numberField = { autoComplete: "off", spellCheck: false, width: "medium" } as const;

const messageTones = {
  checking: "warning",
  valid: "success",
  invalid: "error",
  unavailable: "warning",
} as const;

function BankPanel({ check: { state, text, bankName, changedTo, looksWrong } }: { check: ShownCheck }) {
  const heading = state === "invalid" ? "Please double check your account number and sort code:" : undefined;
  return (
    <Message tone={messageTones[state]} heading={heading}>
      {text !== "" && <p>{text}</p>}
      {state === "valid" && <DescriptionList items={[{ term: "Bank Name", detail: bankName }]} />}
      {looksWrong && (
        <p>These don&apos;t look like UK bank details. Please check them against your bank card.</p>
      )}
      {changedTo && (
        <p>
          Your bank has changed this account&apos;s details. We&apos;ll use these instead: sort code{" "}
          {formatSortCode(changedTo.bankSortCode)}, account number {changedTo.bankAccountNumber}.
        </p>
      )}
    </Message>
  );
}

/** Runs the bank check once both fields are complete, unless the numbers already have a result or are the saved ones. */
function useBankCheck({ account, postedCheck, savedNumbers }: BankFieldsProps) {
  const [sortCode, accountNumber] = [useFormField("bankSortCode"), useFormField("bankAccountNumber")];
  const [typed, setTyped] = useState<BankNumbers>();
  const [latest, setLatest] = useState<ShownCheck>();
  const [isChecking, setChecking] = useState(false);
  const pendingRequest = useRef<AbortController>();
  useEffect(() => () => pendingRequest.current?.abort(), []);
  const current = typed ?? cleanNumbers(sortCode.initialValue, accountNumber.initialValue);
  const isSaved = (numbers: BankNumbers) =>
    savedNumbers !== undefined && isSameNumbers(savedNumbers, numbers);
  const findCheckResult = (numbers: BankNumbers) =>
    [latest, postedCheck].find((check) => check && isSameNumbers(check, numbers));

  async function runCheck(numbers: BankNumbers): Promise<void> {
    const { signal } = (pendingRequest.current = new AbortController());
    setChecking(true);
    // Ignores errors, because pressing Proceed runs the check again.
    const post = (extraFields: Record<string, string>) =>
      postNumbers({ ...numbers, [ACCOUNT_FIELD]: account, ...extraFields }, signal).catch(() => undefined);
    let isAnswered = false;
    void post({ [MODULUS_ONLY_FIELD]: "on" }).then((advice) => advice && !isAnswered && setLatest(advice));
    const answer = await post({});
    isAnswered = true;
    if (answer) setLatest(answer);
    if (!signal.aborted) setChecking(false);
  }

  function onInput({ target }: FormEvent): void {
    if (!(target instanceof HTMLInputElement)) return;
    const fields = new FormData(target.form ?? undefined);
    const textOf = (name: string) => String(fields.get(name));
    const numbers = cleanNumbers(textOf("bankSortCode"), textOf("bankAccountNumber"));
    if (typed && isSameNumbers(numbers, typed)) return;
    setTyped(numbers);
    pendingRequest.current?.abort();
    setChecking(false);
    const state = findCheckResult(numbers)?.state;
    if (isComplete(numbers) && !isSaved(numbers) && state !== "valid" && state !== "invalid")
      void runCheck(numbers);
  }

  const check = isSaved(current) ? undefined : findCheckResult(current);
  // Proceed has a newer result.
  const isOutdated =
    check?.state === "unavailable" && sortCode.errors.length + accountNumber.errors.length > 0;
  return { check: isOutdated ? undefined : check, isChecking, onInput };
}

async function postNumbers(fields: Record<string, string>, signal: AbortSignal) {
  const body = new URLSearchParams(fields);
  const reply = await fetch(paths.bankCheck(), { method: "POST", body, signal, redirect: "error" });
  return reply.ok ? ((await reply.json()) as ShownCheck) : undefined;
}
