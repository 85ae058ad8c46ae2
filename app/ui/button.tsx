import { createContext, useContext, type ButtonHTMLAttributes, type ReactNode } from "react";
import styles from "./button.module.css";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icons/names.ts";

export interface ButtonLook {
  /** One primary for each page or dialog; `danger` for what cannot be undone. Default: secondary. */
  variant?: "primary" | "secondary" | "quiet" | "danger";
  /** `small` inside tables and cards; it grows to a full target on touch screens. */
  size?: "small";
  icon?: IconName;
  /** As wide as what holds it. */
  wide?: boolean;
}

type ButtonProps = ButtonLook &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className" | "style"> & { children: ReactNode };

/** True inside a form that is on its way: its primary button says so. */
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

export interface ButtonLinkProps extends ButtonLook {
  /** A path of this site or a whole address. */
  to: string;
  /** Leaves the client router: files, resource routes, identity provider. */
  reloadDocument?: boolean;
  /** The file is saved, not shown. */
  download?: boolean;
  id?: string;
  /** Before it goes there. */
  onClick?: () => void;
  children: ReactNode;
}

/** A link that looks like a button: it goes somewhere, it changes nothing. */
export function ButtonLink({ variant = "secondary", size, icon, wide, children, ...link }: ButtonLinkProps) {
  const { to, reloadDocument, ...native } = link;
  return (
    <a
      {...native}
      href={to}
      data-document={reloadDocument}
      className={styles.button}
      data-variant={variant}
      data-size={size}
      data-wide={wide}
    >
      {icon && <Icon name={icon} size={size} />}
      {children}
    </a>
  );
}
