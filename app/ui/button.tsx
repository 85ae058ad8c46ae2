import {
  createContext,
  useContext,
  useId,
  type ButtonHTMLAttributes,
  type MouseEvent,
  type ReactNode,
} from "react";
import styles from "./button.module.css";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icons/names.ts";

export interface ButtonLook {
  /** One primary button per page or dialog; `danger` for what can't be undone. Default: secondary. */
  variant?: "primary" | "secondary" | "quiet" | "danger";
  icon?: IconName;
  children: ReactNode;
}

interface ButtonProps
  extends ButtonLook, Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className" | "style"> {
  children: ReactNode;
  size?: "small";
  wide?: boolean;
  /** Why it can't be pressed yet. The reason is shown beside the button, which looks disabled and does nothing. */
  blockedReason?: string;
}

/** What the form's primary button says while the form is being sent, e.g. 'Saving…'; undefined otherwise. */
export const SendingContext = createContext<string | undefined>(undefined);

export function Button({ variant = "secondary", size, icon, wide, blockedReason, ...rest }: ButtonProps) {
  const { children, type = "submit", onClick, ...native } = rest;
  const sendingLabel = useContext(SendingContext);
  const isSending = sendingLabel !== undefined && type === "submit";
  const reasonId = useId();
  return (
    <>
      <button
        {...native}
        type={type}
        className={styles.button}
        data-variant={variant}
        data-size={size}
        data-wide={wide}
        // Not `disabled`, because without the focus screen readers wouldn't read the reason.
        aria-disabled={isSending || blockedReason !== undefined || undefined}
        aria-describedby={blockedReason === undefined ? native["aria-describedby"] : reasonId}
        title={blockedReason ?? native.title}
        onClick={blockedReason === undefined ? onClick : preventIfBlocked}
      >
        {isSending && variant === "primary" ? (
          // In its own element, because React 18 fails on text that the browser has translated.
          <span key="sending" className={styles.label}>
            <span className={styles.ring} aria-hidden="true" />
            {sendingLabel}
          </span>
        ) : (
          <span key="idle" className={styles.label}>
            {icon && <Icon name={icon} size={size} />}
            {children}
          </span>
        )}
      </button>
      {blockedReason !== undefined && (
        <span id={reasonId} className={styles.reason}>
          {blockedReason}
        </span>
      )}
    </>
  );
}

/** Pressing it may have found that the button isn't blocked any more. */
function preventIfBlocked(event: MouseEvent) {
  if (event.currentTarget.getAttribute("aria-disabled") === "true") event.preventDefault();
}

export interface ButtonLinkProps extends ButtonLook {
  to: string;
  /** Loads a new document: for files, resource routes and the identity provider. */
  reloadDocument?: boolean;
  download?: boolean;
  onClick?: () => void;
}

export function ButtonLink(props: ButtonLinkProps) {
  const { to, reloadDocument, variant = "secondary", icon, children, ...native } = props;
  return (
    <a
      {...native}
      href={to}
      data-reload-document={reloadDocument}
      className={styles.button}
      data-variant={variant}
    >
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}
