import type { IconName } from "#app/ui/icons/names.ts";

export interface LinkView {
  label: string;
  to: string;
}

/** One entry of the main menu: with children it opens a sub-menu and goes nowhere itself. */
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
  /** '05/11/2024'. */
  issuedOn: string;
  to: string;
  opensBy?: string;
  unread: boolean;
}

export interface NotificationsView {
  unreadCount: number;
  /** The latest ones; absent when they could not be loaded. */
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
  accountNumbers: readonly string[];
  address: readonly string[];
  helpDeskEmail: string;
  switchTo?: string;
  theme: { chosen: ThemeChoice; action: string; returnTo: string };
  logoutAction: string;
}

export interface MessageView {
  id: string;
  tone: "success" | "info" | "warning" | "error";
  text: string;
  lasting?: boolean;
}

export interface ToastView {
  id: string;
  message: string;
  to: string;
}
