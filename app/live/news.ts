import { paths } from "#app/paths.ts";

/** A live event as the server sends it: a hint of which kind, and the id that it is about. */
export interface News {
  readonly kind: string;
  readonly id: string;
}

/** Reads an event's data; undefined for what is none, which is then left out. */
export function parseNews(data: unknown): News | undefined {
  try {
    const { kind, id } = JSON.parse(String(data)) as Partial<Record<keyof News, unknown>>;
    return typeof kind === "string" && typeof id === "string" ? { kind, id } : undefined;
  } catch {
    return undefined;
  }
}

/** Where the event leads. */
export function newsLink({ kind, id }: News): string {
  if (kind === "LineFaultCheck") return paths.lineFault(id);
  return kind === "FailedLineFaultCheck" ? paths.lineFaultError() : paths.notification(id);
}

/** What is said until the notification itself is loaded, whose subject says it better. */
export function newsText({ kind }: News): string {
  if (kind === "LineFaultCheck") return "Your line test has finished.";
  return kind === "FailedLineFaultCheck"
    ? "Your line test could not be completed."
    : "There is news for you.";
}

export interface Situation {
  /** The window has the focus. */
  readonly focused: boolean;
  /** The browser's answer on notifications; undefined where it has none. */
  readonly permission: NotificationPermission | undefined;
  /** A line-fault flow is active in this tab. */
  readonly inFlow: boolean;
}

export interface Attention {
  readonly toast: boolean;
  /** This tab has it in view: no other needs to call. */
  readonly seen: boolean;
  /** A browser notification, unless another tab has seen it. Instead of a toast, by one tab for all. */
  readonly call: boolean;
  /** Ask the user to enable notification permissions. */
  readonly warn: boolean;
}

/** How one tab makes an event known. */
export function attentionFor({ focused, permission, inFlow }: Situation, leading: boolean): Attention {
  const callable = !focused && permission === "granted";
  return {
    toast: !inFlow && !callable,
    seen: focused,
    call: callable && leading,
    warn: !inFlow && permission === "denied",
  };
}
