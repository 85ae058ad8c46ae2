import type { IconName } from "./icons/names.ts";

/** Never shown by colour alone, but with an icon and a word too. */
export type Tone = "success" | "info" | "warning" | "error" | "neutral";

export const toneIcon: Record<Tone, IconName> = {
  success: "circle-check",
  info: "info",
  warning: "triangle-alert",
  error: "octagon-alert",
  neutral: "circle-dashed",
};

export const toneWord: Record<Tone, string> = {
  success: "Success",
  info: "Information",
  warning: "Warning",
  error: "Error",
  neutral: "Note",
};
