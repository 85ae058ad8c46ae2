import { useRef } from "react";
import { TextField } from "#app/forms/fields.tsx";
import { useFormField } from "#app/forms/form-context.ts";
import { DescriptionList } from "#app/ui/description-list.tsx";
import { Message } from "#app/ui/message.tsx";
import type { ShownCheck } from "./bank-check.server.ts";
import { bareDigits, sortCodeText, type BankNumbers } from "./bank-numbers.ts";
import styles from "./direct-debits.module.css";
import { useBankCheck } from "./use-bank-check.ts";

interface BankFieldsProps {
  id: string | undefined;
  account: string;
  /** What step 2 was told of the numbers that it was sent. */
  known: ShownCheck | undefined;
  /** The numbers of the direct debit that is changed, which need no check. */
  saved: BankNumbers | undefined;
}

export function BankFields({ id, account, known, saved }: BankFieldsProps) {
  const part = useRef<HTMLDivElement>(null);
  const numbers = {
    bankSortCode: bareDigits(useFormField("bankSortCode").initialValue),
    bankAccountNumber: bareDigits(useFormField("bankAccountNumber").initialValue),
  };
  const { check, isChecking, look } = useBankCheck({ part, id, account, known, saved, numbers });
  return (
    <div className={styles.bank} ref={part} onInput={look}>
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
        {check && (check.state === "checking" ? isChecking && check.looksWrong : !isChecking) && (
          <BankPanel check={check} />
        )}
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
