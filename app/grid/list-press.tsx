import type { ReactNode } from "react";

interface ListPressProps {
  submits?: string;
  to: string;
  preventScrollReset?: boolean;
  className?: string;
  rel?: string;
  "aria-current"?: "page";
  "aria-label"?: string;
  "data-sorted"?: boolean;
  children: ReactNode;
}

/** Leads to another state of a list: a link, or a button of the form around the list. */
export function ListPress({ submits, to, preventScrollReset, rel, children, ...shared }: ListPressProps) {
  return submits ? (
    <button type="submit" name={submits} value={to} {...shared}>
      {children}
    </button>
  ) : (
    <a href={to} rel={rel} data-keep-scroll={preventScrollReset} {...shared}>
      {children}
    </a>
  );
}
