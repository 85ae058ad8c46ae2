import { randomUUID } from "node:crypto";
import type { FlashMessage } from "./portal-session.ts";
import type { SessionFields } from "./session-fields.ts";

type Fields = Pick<SessionFields, "get" | "set" | "namesWithPrefix">;
type Name = `flash:${string}`;

/** One request's flash messages: new ones for a later page, and earlier ones to show now. */
export class Messages {
  readonly #now: () => number;
  readonly #added = new Set<string>();
  readonly #shown = new Map<Name, FlashMessage>();
  #isRedirecting = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  add(fields: Fields, message: FlashMessage): void {
    // Names sort in the order in which the messages were added.
    const order = [this.#now(), this.#added.size].map((part) => String(part).padStart(15, "0"));
    const name: Name = `flash:${order.join("-")}-${randomUUID()}`;
    this.#added.add(name);
    fields.set(name, message);
  }

  /** Takes earlier requests' messages; none if this request redirects. */
  show(fields: Fields): readonly FlashMessage[] {
    if (this.#isRedirecting) return [];
    const taken = this.take(fields, (name) => !this.#added.has(name));
    for (const [name, message] of taken) this.#shown.set(name, message);
    // If something was sent twice but done once, there's just one message.
    return [...new Map([...taken.values()].map((message) => [JSON.stringify(message), message])).values()];
  }

  /** Call it if this request redirects: messages that were taken go back for the next page. */
  restore(fields: Fields): void {
    this.#isRedirecting = true;
    for (const [name, message] of this.#shown) fields.set(name, message);
  }

  /** Takes messages out of the session; by default all of them. */
  take(fields: Fields, isWanted = (_name: Name) => true): ReadonlyMap<Name, FlashMessage> {
    const taken = new Map<Name, FlashMessage>();
    for (const name of fields.namesWithPrefix("flash:").filter(isWanted)) {
      const message = fields.get(name);
      if (message) taken.set(name, message);
      fields.set(name, undefined);
    }
    return taken;
  }
}
