import { Form } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { ACCOUNT_FIELD } from "#app/request/hidden-fields.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import styles from "./subscriptions.module.css";

const REVEAL_MS = 60_000;

/** Returns `answer` for a minute or until the page is left, then undefined. */
export function useTemporaryValue<T>(answer: T | undefined): T | undefined {
  const [hidden, setHidden] = useState<T>();
  useEffect(() => {
    if (answer === undefined) return undefined;
    const hide = () => setHidden(answer);
    const timer = setTimeout(hide, REVEAL_MS);
    window.addEventListener("pagehide", hide);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", hide);
    };
  }, [answer]);
  return answer === hidden ? undefined : answer;
}

interface SecretProps {
  name: string;
  label: string;
  account: string;
  to: string;
  lines: readonly string[] | undefined;
}

export function Secret({ name, label, account, to, lines }: SecretProps) {
  if (lines) return <RevealedSecret {...{ label, to, lines }} />;
  return (
    <Form method="post" replace preventScrollReset className={styles.secret}>
      <span aria-hidden="true">••••••••</span>
      <input type="hidden" name={ACCOUNT_FIELD} value={account} />
      <Button size="small" icon="eye" name="show" value={name}>
        Show<span className="visually-hidden"> {label}</span>
      </Button>
    </Form>
  );
}

function RevealedSecret({
  label,
  to,
  lines,
}: Pick<SecretProps, "label" | "to"> & { lines: readonly string[] }) {
  const isHydrated = useHydrated();
  const [isCopied, setCopied] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const copy = async () => {
    await navigator.clipboard.writeText(lines.join("\n"));
    setCopied(true);
  };
  return (
    <div ref={box} tabIndex={-1} role="group" aria-label={`The ${label}`} className={styles.shown}>
      <ul className="stack-tight">
        {lines.map((line, index) => (
          <li key={index}>
            <code>{line}</code>
          </li>
        ))}
      </ul>
      <div className={styles.secret}>
        {isHydrated && "clipboard" in navigator && (
          <Button type="button" size="small" icon={isCopied ? "check" : "copy"} onClick={() => void copy()}>
            {isCopied ? "Copied" : "Copy"}
          </Button>
        )}
        <ButtonLink to={to} variant="quiet">
          Hide
        </ButtonLink>
      </div>
      <span className="visually-hidden" role="status">
        {isCopied && "Copied"}
      </span>
    </div>
  );
}
