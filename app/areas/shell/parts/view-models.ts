import type { IconName } from "#app/ui/icons/names.ts";

/** What the shell's parts show: ready strings and links, never API objects. */
export interface LinkView {
  label: string;
  to: string;
}

/** One entry of the main menu (spec 1 §2 "Shell"): with children it opens a sub-menu and goes nowhere itself. */
export interface NavigationItem {
  title: string;
  tooltip?: string;
  icon?: IconName;
  to: string;
  children?: readonly NavigationItem[];
}

export interface NotificationView {
  id: string;
  /** Plain text. */
  subject: string;
  /** '05/11/2024'. */
  issuedOn: string;
  /** Where it leads. */
  to: string;
  /** The way there that makes it read, where that is another. */
  opensBy?: string;
  unread: boolean;
}

export interface NotificationsView {
  unreadCount: number;
  /** The latest ones; absent when they could not be loaded. */
  latest?: readonly NotificationView[];
  /** All of them. */
  to: string;
}

export type ThemeChoice = "system" | "light" | "dark";

export interface AccountView {
  /** 'AB', shown in the round sign. */
  initials: string;
  fullName: string;
  email: string;
  /** Account Details. */
  detailsTo: string;
  accountName: string;
  accountNumbers: readonly string[];
  /** line1, line2, town, county, postCode, without the empty ones. */
  address: readonly string[];
  helpDeskEmail: string;
  /** Only with the switch-account role. */
  switchTo?: string;
  theme: { chosen: ThemeChoice; action: string; returnTo: string };
  logoutAction: string;
}

export interface MessageView {
  id: string;
  tone: "success" | "info" | "warning" | "error";
  text: string;
  /** Stays until it is dismissed; page messages leave after 10 seconds. */
  lasting?: boolean;
}

export interface ToastView {
  id: string;
  message: string;
  to: string;
}
