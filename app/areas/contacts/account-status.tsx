import { StatusTag } from "#app/ui/status-tag.tsx";
import type { Tone } from "#app/ui/tone.ts";

const tones: Readonly<Record<string, Tone>> = {
  Active: "success",
  New: "info",
  "Not registered": "neutral",
  "Not validated": "warning",
  Locked: "error",
};

/** A contact's login account status; nothing where there is none. */
export function AccountStatus({ status }: { status: string }) {
  if (status === "") return null;
  return <StatusTag tone={tones[status] ?? "neutral"}>{status}</StatusTag>;
}
