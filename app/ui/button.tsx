import { createContext, useContext, type ButtonHTMLAttributes, type ReactNode } from "react";
import styles from "./button.module.css";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icons/names.ts";

interface ButtonLook {
  /** One primary per page or dialog; `danger` for what cannot be undone. Default: secondary. */
  variant?: "primary" | "secondary" | "quiet" | "danger";
  icon?: IconName;
  children: ReactNode;
}

interface ButtonProps
  extends ButtonLook, Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className" | "style"> {
  children: ReactNode;
  size?: "small";
  wide?: boolean;
}

/** True while the surrounding form is being sent; its primary button then says 'Saving…'. */
export const SendingContext = createContext(false);

export function Button({ variant = "secondary", size, icon, wide, children, type, ...native }: ButtonProps) {
  const isSending = useContext(SendingContext) && variant === "primary" && type !== "button";
  return (
    <button
      {...native}
      type={type ?? "submit"}
      className={styles.button}
      data-variant={variant}
      data-size={size}
      data-wide={wide}
    >
      {isSending ? (
        <>
          <span className={styles.ring} aria-hidden="true" />
          Saving…
        </>
      ) : (
        <>
          {icon && <Icon name={icon} size={size} />}
          {children}
        </>
      )}
    </button>
  );
}

interface ButtonLinkProps extends ButtonLook {
  to: string;
  /** Loads a new document: for files, resource routes and the identity provider. */
  reloadDocument?: boolean;
  download?: boolean;
  onClick?: () => void;
}

export function ButtonLink(props: ButtonLinkProps) {
  const { to, reloadDocument, variant = "secondary", icon, children, ...native } = props;
  return (
    <a {...native} href={to} data-document={reloadDocument} className={styles.button} data-variant={variant}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}
