import { channels, marketingTopics } from "#provider/data/marketing.ts";
import { textOf } from "#provider/rules/checks.ts";
import { contact, type MarketingPreference } from "#shared/portal-api/contacts.ts";
import { readComplete } from "./csla.ts";

const textFields = [
  "salutation",
  "firstNames",
  "surname",
  "position",
  "telephone",
  "mobile",
  "email",
  "confirmEmail",
  "notes",
] as const;
type Texts = Readonly<Record<(typeof textFields)[number], string>>;

/** A contact that was sent. Its texts are trimmed, and empty if they were missing. */
export interface SentContact extends Texts {
  readonly contactId: number;
  readonly rowVersion: string;
  readonly addressId: number;
  readonly myPortalRole: number;
  readonly myPortalIsLockedOut: boolean;
  readonly myPortalIsValidated: boolean;
  readonly isPaperBilling: boolean | null;
  readonly optIns: ReadonlySet<string>;
  readonly isSaveConfirmed: boolean;
}

/** Parses a contact that was sent. Throws a 400 refusal if it's invalid, or lacks fields that it had when it was read. */
export function readContact(body: unknown): SentContact {
  const sent = readComplete(contact, body);
  return {
    ...(Object.fromEntries(textFields.map((name) => [name, textOf(sent[name])])) as Texts),
    contactId: idOf(sent.contactId),
    rowVersion: String(sent.rowVersion ?? ""),
    addressId: idOf(sent.addressId),
    myPortalRole: sent.myPortalRole ?? 0,
    myPortalIsLockedOut: sent.myPortalIsLockedOut ?? false,
    myPortalIsValidated: sent.myPortalIsValidated ?? false,
    isPaperBilling: flagOf(sent.billingPreferences?.isPaperBilling),
    optIns: optInsOf(sent.marketingPreferences ?? []),
    isSaveConfirmed: flagOf(sent.isSaveConfirmed) ?? false,
  };
}

function flagOf(value: unknown): boolean | null {
  return typeof value === "boolean" ? value : null;
}

/** A positive whole number; 0 for anything else. */
function idOf(value: unknown): number {
  const id = Number(value ?? 0);
  return Number.isSafeInteger(id) && id > 0 ? id : 0;
}

function optInsOf(preferences: readonly MarketingPreference[]): Set<string> {
  const chosen = marketingTopics.flatMap((topic) => {
    const sent = preferences.find(({ topicId }) => topicId === topic.topicId);
    return channels
      .filter((channel) => topic.channels.includes(channel) && sent?.[`isOptedInFor${channel}`])
      .map((channel) => `${topic.topicId}:${channel}`);
  });
  return new Set(chosen);
}
