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

/** How one tab makes an event known (spec 1 §4 "Live channel"). */
export function attentionFor({ focused, permission, inFlow }: Situation, leading: boolean): Attention {
  const callable = !focused && permission === "granted";
  return {
    toast: !inFlow && !callable,
    seen: focused,
    call: callable && leading,
    warn: !inFlow && permission === "denied",
  };
}
