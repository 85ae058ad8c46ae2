import { Key } from "selenium-webdriver";

const named: Readonly<Record<string, string>> = {
  Enter: Key.ENTER,
  Tab: Key.TAB,
  Space: " ",
  Escape: Key.ESCAPE,
  Backspace: Key.BACK_SPACE,
  Delete: Key.DELETE,
  Home: Key.HOME,
  End: Key.END,
  ArrowDown: Key.ARROW_DOWN,
  ArrowUp: Key.ARROW_UP,
  ArrowLeft: Key.ARROW_LEFT,
  ArrowRight: Key.ARROW_RIGHT,
  Shift: Key.SHIFT,
  Alt: Key.ALT,
  Control: Key.CONTROL,
  ControlOrMeta: Key.CONTROL,
};

/** WebDriver's keys for Playwright's name of some, such as `Shift+Tab`. */
export const keysOf = (name: string): string[] => name.split("+").map((key) => named[key] ?? key);
