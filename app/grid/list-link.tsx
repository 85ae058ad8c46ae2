import type { HTMLAttributes } from "react";

export interface NestedProps {
  /** If the list is inside a larger form: the name of its submit buttons, whose value is a query string or `LIST_SELECT_VALUE`. */
  submitName?: string;
}

interface ListLinkProps extends HTMLAttributes<HTMLElement>, NestedProps {
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
