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

/** Milliseconds that somebody is waited for. */
export const patience = {
  /** Who does in another request or instance what may be done only once: longer than its calls may take together. */
  another: 15 * 60 * 1000,
} as const;
