import type { ApiCall, Script, ScriptedAnswer } from "./api-tap.ts";

/** Forms that an API's ids may have. */
export const spellings = {
  numbers: (count: number) => 700_000 + count,
  texts: (count: number) => `ID-${count}`,
  GUIDs: (count: number) => `0b3f9c52-6a1d-4e57-9c7e-${String(count).padStart(12, "0")}`,
} as const;

/** The fields of the contract that hold ids. */
const ID_FIELDS = new Set([
  ...["quoteId", "contactId", "addressId", "supportTicketId", "contractId", "itemId", "contractCover"],
  ...["contractItemId", "directDebitId", "sageAccountLinkId", "invoiceNumber", "invoiceNumbers"],
  ...["code", "faultCode", "correlationId", "id", "lineFaultCheckId", "faultCheckId", "notificationId"],
]);
/** The ids that a person can choose in a form. */
const CHOSEN_IDS = new Set([
  "contactId",
  "addressId",
  "contractCover",
  "contractItemId",
  "sageAccountLinkId",
]);
/** True for values that mean no id, and for 1, which means tickets about the account. */
const isNone = (value: unknown) => ["", "0", "-1", "1", "null", "undefined"].includes(String(value));

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

type Change = (id: string | number, name: string) => string | number;

/** Replaces the ids in the API's answers by ids of another form, and accepts only these in calls. */
export class IdReplacement {
  /** Ids in calls that are not among those in answers. */
  readonly unknownIds: string[] = [];
  /** The calls with a body that were forwarded, by method and path. */
  readonly sent = new Set<string>();
  readonly #spell: (count: number) => string | number;
  readonly #target: string;
  readonly #spelled = new Map<string, string | number>();
  readonly #originals = new Map<string | number, string | number>();

  constructor(target: string, spell: (count: number) => string | number) {
    this.#target = target;
    this.#spell = spell;
  }

  /** The replacement of an id. */
  of(original: string | number): string | number {
    const replacement = this.#spelled.get(String(original)) ?? this.#spell(this.#spelled.size + 1);
    this.#spelled.set(String(original), replacement);
    if (!this.#originals.has(replacement)) this.#originals.set(replacement, original);
    return replacement;
  }

  readonly script: Script = async (call) => {
    const unknownCount = this.unknownIds.length;
    const body = call.body === "" || call.body === "null" ? call.body : this.#unspelled(call);
    if (this.unknownIds.length > unknownCount)
      return { status: 400, body: JSON.stringify("An id is of another type.") };
    const reply = await fetch(this.#target + this.#address(call), {
      method: call.method,
      headers: headersOf(call),
      ...(body !== "" && { body }),
    });
    return this.#answer(reply, await reply.text());
  };

  #answer(reply: Response, text: string): ScriptedAnswer {
    const headers = Object.fromEntries(
      [...reply.headers].filter(([name]) => name.startsWith("x-") || name === "content-type"),
    );
    const isJson = reply.headers.get("content-type")?.includes("json") === true && text !== "";
    const body = isJson
      ? JSON.stringify(this.#each(JSON.parse(text) as Json, (id) => this.of(id), true))
      : text;
    return { status: reply.status, headers, body };
  }

  #unspelled({ method, path, body }: ApiCall): string {
    this.sent.add(`${method} ${path}`);
    return JSON.stringify(
      this.#each(
        JSON.parse(body) as Json,
        (id, name) => {
          // A payment names its invoices by text, whatever their numbers are.
          const original =
            name === "invoiceNumbers"
              ? [...this.#originals].find(([spelled]) => String(spelled) === id)?.[1]
              : this.#originals.get(id);
          if (original === undefined)
            this.unknownIds.push(`${method} ${path} ${name}: ${JSON.stringify(id)}`);
          return original ?? id;
        },
        false,
      ),
    );
  }

  /** The path and query with the API's own ids; there every id is text. */
  #address({ path, query }: ApiCall): string {
    const originalOf = (text: string) => {
      const [, original = text] = [...this.#originals].find(([spelled]) => String(spelled) === text) ?? [];
      return String(original);
    };
    const segments = path
      .split("/")
      .map((segment) => encodeURIComponent(originalOf(decodeURIComponent(segment))));
    const search = new URLSearchParams([...query].map(([name, value]) => [name, originalOf(value)]));
    return segments.join("/") + (search.size > 0 ? `?${search}` : "");
  }

  /** Changes every id in a value. With `bare`, an id that was not chosen becomes null, which hides its type. */
  #each(value: Json, change: Change, bare: boolean, name = ""): Json {
    if (Array.isArray(value)) return value.map((item: Json) => this.#each(item, change, bare, name));
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([key, field]) => [key, this.#each(field, change, bare, key)]),
      );
    if (bare && CHOSEN_IDS.has(name) && (value === 0 || value === -1)) return null;
    const isId = ID_FIELDS.has(name) && (typeof value === "string" || typeof value === "number");
    return isId && !isNone(value) ? change(value, name) : value;
  }
}

function headersOf({ headers }: ApiCall): Record<string, string> {
  const forwarded = Object.entries(headers).filter(
    ([name, value]) => typeof value === "string" && !["host", "connection", "content-length"].includes(name),
  );
  return Object.fromEntries(forwarded) as Record<string, string>;
}
