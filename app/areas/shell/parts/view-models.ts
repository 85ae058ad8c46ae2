import type { IconName } from "#app/ui/icons/names.ts";

export interface LinkView {
  label: string;
  to: string;
}

/** An entry of the main menu; one with children opens a sub-menu instead of a page. */
export interface NavigationItem {
  title: string;
  tooltip?: string;
  icon?: IconName;
  to: string;
  children?: readonly NavigationItem[];
}

export interface NotificationView {
  id: string;
  subject: string;
  /** Formatted, e.g. '05/11/2024 09:30'. */
  issuedOn: string;
  to: string;
  /** The address that marks it as read and redirects to `to`; default: `to`. */
  openingUrl?: string;
  unread: boolean;
}

export interface NotificationsView {
  unreadCount: number;
  /** Absent when the notifications could not be loaded. */
  latest?: readonly NotificationView[];
  to: string;
}

export type ThemeChoice = "system" | "light" | "dark";

export interface AccountView {
  initials: string;
  fullName: string;
  email: string;
  detailsTo: string;
  sessionsTo: string;
  accountName: string;
  /** The absolute URL of this page and the current account; undefined without an account. */
  link?: string;
  accountNumbers: readonly string[];
  address: readonly string[];
  membership: string;
  /** Why numbers, address and membership are missing. */
  failure?: { readonly message: string; readonly reference?: string };
  helpDeskEmail: string;
  switchTo?: string;
  /** The accounts that the menu offers to switch to; empty if there are too many for a menu. */
  otherAccounts: readonly { id: string; name: string }[];
  switchAction: string;
  theme: { chosen: ThemeChoice; action: string; returnTo: string };
  logoutAction: string;
}

export interface MessageView {
  id: string;
  tone: "success" | "info" | "warning" | "error";
  text: string;
  /** Stays visible; other messages disappear after 10 seconds. */
  lasting?: boolean;
}

export interface ToastView {
  id: string;
  message: string;
  to: string;
}

/** The command palette's results, best first. `words` tells their number and what could not be searched. */
export interface Suggestions {
  readonly items: readonly { readonly title: string; readonly detail: string; readonly to: string }[];
  readonly words: string;
}
