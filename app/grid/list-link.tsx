import type { ReactNode } from "react";

interface ListLinkProps {
  submitName?: string;
  to: string;
  preventScrollReset?: boolean;
  className?: string;
  rel?: string;
  "aria-current"?: "page";
  "aria-label"?: string;
  "data-sorted"?: boolean;
  onClick?: () => void;
  children: ReactNode;
}

/** Changes the state of a list. It is a link, or a submit button if the list is inside a form. */
export function ListLink({ submitName, to, preventScrollReset, rel, children, ...shared }: ListLinkProps) {
  return submitName ? (
    <button type="submit" name={submitName} value={to} {...shared}>
      {children}
    </button>
  ) : (
    <a href={to} rel={rel} data-keep-scroll={preventScrollReset} {...shared}>
      {children}
    </a>
  );
}
