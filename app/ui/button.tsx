import { createContext, useContext, type ButtonHTMLAttributes, type ReactNode } from "react";
import styles from "./button.module.css";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icons/names.ts";

interface Look {
  /** One primary for each page or dialog; `danger` for what cannot be undone. Default: secondary. */
  variant?: "primary" | "secondary" | "quiet" | "danger";
  icon?: IconName;
  children: ReactNode;
}

interface ButtonProps extends Look, Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className" | "style"> {
  children: ReactNode;
  size?: "small";
  wide?: boolean;
}

/** True inside a form that is being sent: its primary button says so. */
export const SendingContext = createContext(false);

/** A native button; submits its form unless another `type` is given. */
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

interface ButtonLinkProps extends Look {
  to: string;
  /** Past the client's router: files, resource routes, identity provider. */
  reloadDocument?: boolean;
  download?: boolean;
  onClick?: () => void;
}

/** A link that looks like a button: it goes somewhere, it changes nothing. */
export function ButtonLink(props: ButtonLinkProps) {
  const { to, reloadDocument, variant = "secondary", icon, children, ...native } = props;
  return (
    <a {...native} href={to} data-document={reloadDocument} className={styles.button} data-variant={variant}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}
