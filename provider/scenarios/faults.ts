import { z } from "zod";

/** The faults that can be switched on, with what the caller sees. */
export const faultKinds = {
  down: "the connection is reset",
  slow: "the right response, after 29 seconds or the delay you set",
  hang: "no response",
  "500": "a server error, with a message",
  html: "HTML instead of JSON",
  nonsense: "meaningless JSON",
  "400": "refused, with an empty object and no reason",
  "401": "as if the token were bad",
  "403": "as if a role were missing",
  "404": "as if it didn't exist",
} as const;
export type FaultKind = keyof typeof faultKinds;

/** A request for a fault. Without `minutes` and `calls` it lasts until it's cleared. */
export const faultRequest = z.object({
  kind: z.enum(Object.keys(faultKinds) as [FaultKind, ...FaultKind[]]),
  /** The fault affects calls whose path begins with this, ignoring case. */
  path: z.string().startsWith("/").max(200).default("/api"),
  minutes: z.coerce
    .number()
    .positive()
    .max(24 * 60)
    .optional(),
  calls: z.coerce.number().int().positive().max(1_000_000).optional(),
  delayMs: z.coerce
    .number()
    .int()
    .nonnegative()
    .max(10 * 60_000)
    .default(29_000),
});
type FaultRequest = z.output<typeof faultRequest>;

/** An active fault. */
export interface Fault {
  readonly id: number;
  readonly kind: FaultKind;
  readonly path: string;
  readonly delayMs: number;
  readonly endsAt: number | undefined;
  readonly callsLeft: number | undefined;
}

/** The active faults. They're only in memory, so a restart ends them all. */
export interface Faults {
  add(request: FaultRequest): Fault;
  list(): readonly Fault[];
  clear(): void;
  /** The newest fault that matches the path; counts as one of its calls. */
  take(path: string): Fault | undefined;
}

/** Faults never affect these paths, which switch them off. */
const exemptPaths = /^\/(control|scenarios)(\/|$)/i;

/** Creates the list of active faults, which starts empty. */
export function createFaults(now: () => Date): Faults {
  let nextId = 1;
  let faults: Fault[] = [];
  const removeEnded = () => {
    const time = now().getTime();
    faults = faults.filter(
      (fault) => fault.callsLeft !== 0 && (fault.endsAt === undefined || fault.endsAt > time),
    );
  };
  return {
    add({ kind, path, minutes, calls, delayMs }) {
      const endsAt = minutes === undefined ? undefined : now().getTime() + minutes * 60_000;
      const fault: Fault = { id: nextId, kind, path, delayMs, endsAt, callsLeft: calls };
      nextId += 1;
      faults = [fault, ...faults];
      return fault;
    },
    list() {
      removeEnded();
      return faults;
    },
    clear() {
      faults = [];
    },
    take(path) {
      removeEnded();
      if (exemptPaths.test(path)) return undefined;
      const matching = faults.find((fault) => path.toLowerCase().startsWith(fault.path.toLowerCase()));
      faults = faults.map((fault) => (fault === matching ? countCall(fault) : fault));
      return matching;
    },
  };
}

function countCall(fault: Fault): Fault {
  return fault.callsLeft === undefined ? fault : { ...fault, callsLeft: fault.callsLeft - 1 };
}
