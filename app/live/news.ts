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

/** Where the event leads (spec 1 §2 and §4). */
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
