import type { IconName } from "#app/ui/icons/names.ts";

/** An entry of the main menu; one with children opens a sub-menu instead of a page. */
export interface NavigationItem {
  title: string;
  tooltip?: string;
  icon?: IconName;
  to: string;
  children?: readonly NavigationItem[];
}

export interface MessageView {
  id: string;
  tone: "success" | "info" | "warning" | "error";
  text: string;
  /** Stays visible; other messages disappear after 10 seconds. */
  lasting?: boolean;
}

/** The command palette's results, best first. `words` tells their number and what could not be searched. */
export interface Suggestions {
  readonly items: readonly { readonly title: string; readonly detail: string; readonly to: string }[];
  readonly words: string;
}
