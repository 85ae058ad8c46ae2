import type { ButtonHTMLAttributes } from "react";
import styles from "./icon-button.module.css";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icons/names.ts";

interface IconLook {
  icon: IconName;
  /** What it does and to what, for screen readers. */
  label: string;
  size?: "small";
}

type IconButtonProps = IconLook &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className" | "style" | "children">;

/** A button that is an icon; submits nothing unless its `type` says so. */
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
  keepScroll?: boolean;
  reloadDocument?: boolean;
}

export function IconLink({ to, title, icon, label, size, keepScroll, reloadDocument }: IconLinkProps) {
  return (
    <a
      href={to}
      title={title}
      className={styles.tool}
      data-size={size}
      data-keep-scroll={keepScroll || undefined}
      data-document={reloadDocument}
    >
      <Icon name={icon} />
      <span className="visually-hidden">{label}</span>
    </a>
  );
}
