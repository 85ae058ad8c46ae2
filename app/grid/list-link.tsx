import type { ReactNode } from "react";

interface ListLinkProps {
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

/** Changes the state of a list. It is a link, or a submit button if the list is inside a form. */
export function ListLink({ submits, to, preventScrollReset, rel, children, ...shared }: ListLinkProps) {
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
