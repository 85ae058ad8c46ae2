import type { ButtonHTMLAttributes } from "react";
import styles from "./icon-button.module.css";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icons/names.ts";

interface IconLook {
  icon: IconName;
  label: string;
  size?: "small";
}

type IconButtonProps = IconLook &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className" | "style" | "children">;

export function IconButton({ icon, label, size, type = "button", ...native }: IconButtonProps) {
  return (
    <button {...native} type={type} className={styles.tool} data-size={size}>
      <Icon name={icon} />
      <span className="visually-hidden">{label}</span>
    </button>
  );
}

interface IconLinkProps extends IconLook {
  to: string;
  title: string;
  /** -1 if another link in sight has the same target, so that the Tab key stops there once. */
  tabIndex?: -1;
  keepScroll?: boolean;
  reloadDocument?: boolean;
}

export function IconLink({ to, icon, label, size, keepScroll, reloadDocument, ...native }: IconLinkProps) {
  return (
    <a
      {...native}
      href={to}
      className={styles.tool}
      data-size={size}
      data-keep-scroll={keepScroll || undefined}
      data-reload-document={reloadDocument}
    >
      <Icon name={icon} />
      <span className="visually-hidden">{label}</span>
    </a>
  );
}
