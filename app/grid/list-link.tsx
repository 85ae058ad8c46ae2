import type { HTMLAttributes } from "react";

interface ListLinkProps extends HTMLAttributes<HTMLElement> {
  submitName?: string;
  to: string;
  preventScrollReset?: boolean;
  rel?: string;
  "data-sorted"?: boolean;
}

/** Changes a list's state. It's a link, or a submit button if the list is inside a form. */
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
