import { Form } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { OwnerFields } from "#app/document/owner-fields.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import styles from "./subscriptions.module.css";

const REVEAL_MS = 60_000;

/** Returns `answer` for a minute or until the page is left, then undefined. */
export function useTemporaryValue<T>(answer: T | undefined): T | undefined {
  const [expired, setExpired] = useState<T>();
  useEffect(() => {
    if (answer === undefined) return undefined;
    const hide = () => setExpired(answer);
    const timer = setTimeout(hide, REVEAL_MS);
    window.addEventListener("pagehide", hide);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", hide);
    };
  }, [answer]);
  return answer === expired ? undefined : answer;
}

interface SecretProps {
  name: string;
  label: string;
  /** This page's address without the revealed secret. */
  hideTo: string;
  /** The secret's lines; undefined while it's hidden. */
  lines: readonly string[] | undefined;
}

export function Secret({ name, label, hideTo, lines }: SecretProps) {
  if (lines) return <RevealedSecret {...{ label, hideTo, lines }} />;
  return (
    <Form method="post" replace preventScrollReset className={styles.secret}>
      <span aria-hidden="true">••••••••</span>
      <OwnerFields />
      <Button size="small" icon="eye" name="show" value={name}>
        Show<span className="visually-hidden"> {label}</span>
      </Button>
    </Form>
  );
}

function RevealedSecret({
  label,
  hideTo,
  lines,
}: Pick<SecretProps, "label" | "hideTo"> & { lines: readonly string[] }) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => container.current?.focus(), []);
  return (
    <div ref={container} tabIndex={-1} role="group" aria-label={`The ${label}`} className={styles.shown}>
      <ul className="stack-tight">
        {lines.map((line, index) => (
          <li key={index}>
            <code>{line}</code>
          </li>
        ))}
      </ul>
      <div className={styles.secret}>
        <CopyButton text={lines.join("\n")} />
        <ButtonLink to={hideTo} variant="quiet">
          Hide
        </ButtonLink>
      </div>
    </div>
  );
}
