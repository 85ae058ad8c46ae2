import { paths } from "./paths.ts";

/** Groups of live events with their own setting, in the order of the cookie's parts. */
export const messageGroups = ["line-tests", "tickets", "others"] as const;
export type MessageGroup = (typeof messageGroups)[number];

/** Says what has changed, as the hub and the server send it. The page loads the content itself. */
export interface LiveEvent {
  readonly kind: string;
  readonly id: string;
}

interface LiveKind {
  readonly group: MessageGroup;
  /** The field in the hub's argument that has the id. */
  readonly idField: string;
  readonly link: (id: string) => string;
  readonly text: (id: string) => string;
}

const lineTest = { group: "line-tests", idField: "lineFaultCheckId", link: paths.lineFault } as const;
const ticket = {
  group: "tickets",
  idField: "supportTicketId",
  link: (id: string) => paths.ticket(id),
} as const;
const other = { group: "others", idField: "", link: (id: string) => paths.notification(id) } as const;

/** What the provider's hub sends, by method name, which is also the type of its notifications. */
export const liveKinds = new Map<string, LiveKind>([
  ["LineFaultCheck", { ...lineTest, text: (id) => `Line test ${id} has finished.` }],
  ["FailedLineFaultCheck", { ...lineTest, text: (id) => `Line test ${id} couldn't be completed.` }],
  ["TicketUpdated", { ...ticket, text: (id) => `Ticket ${id} was updated.` }],
]);

/** An unknown kind must come from a newer server. */
export const liveKindOf = (kind = ""): LiveKind =>
  liveKinds.get(kind) ?? { ...other, text: () => "You have a new notification." };
