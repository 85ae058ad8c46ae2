/**
 * What is taken from outside (the API, a person, a file, a feed, a store): how much of each, and for how long. The one
 * place where these numbers stand; bytes, milliseconds, or a count of things.
 */
const KB = 1024;
const MB = 1024 * KB;

/** Bytes of one answer that is read whole; more is broken off and told as a fault of who answers. */
export const answerBytes = {
  /** A call of the portal API that answers one thing. */
  one: 4 * MB,
  /** A call that answers a list. */
  list: 16 * MB,
} as const;

/** Characters of one text that are looked at; the rest is cut off before anything reads it. */
export const textLength = {
  /** What a person wrote: details, notes, descriptions. */
  message: 256 * KB,
  /** A subject, a name, a heading. */
  title: KB,
  date: 64,
  fileName: 255,
} as const;

/** Things of a list that one call answers whole; the page says how many it left out. */
export const most = {
  rows: 5_000,
  notes: 500,
  files: 1_000,
  /** Days of an engineer's slots, from today. */
  slotDays: 62,
} as const;

/** An identity provider's metadata and keys: bytes, and how long one answer may take. */
export const identityAnswer = { bytes: MB, ms: 5_000 } as const;

/** What its token endpoint answers. */
export const tokenAnswer = { bytes: MB, ms: 8_000 } as const;

export const renewal = {
  /** A renewal of a session's tokens, with its second try or its wait for another's. */
  ms: 8_000,
  /** One that failed after more than this is not tried again for a while, or each call of a page would wait for it. */
  slowMs: 2_000,
  pauseMs: 30_000,
} as const;

/** The notification hub: bytes of the answer to a negotiation and of one message, and how long it may take to connect. */
export const hubAnswer = { bytes: 64 * KB, messageBytes: MB, ms: 8_000 } as const;
