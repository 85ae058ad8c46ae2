import type { IconName } from "./icons/names.ts";

/** How something stands. Told by a shape and by words, never by colour alone. */
export type Tone = "success" | "info" | "warning" | "error" | "neutral";

/** Four outlines that differ without colour: tick, round, triangle, octagon. */
export const toneIcon: Record<Tone, IconName> = {
  success: "circle-check",
  info: "info",
  warning: "triangle-alert",
  error: "octagon-alert",
  neutral: "circle-dashed",
};

/** A tone in words, for those who see neither colour nor icon. */
export const toneWord: Record<Tone, string> = {
  success: "Success",
  info: "Information",
  warning: "Warning",
  error: "Error",
  neutral: "Note",
};
