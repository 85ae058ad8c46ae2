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

/** What a post may bring. How large files may be, the operator says (UPLOAD_…). */
export const posted = {
  /** All fields together. The longest form of the portal is a few kilobytes; a message box takes the rest. */
  bytes: 512 * KB,
  /** Fields and files. */
  parts: 1_000,
  /** What stands before a field or a file of a form with files: their names. */
  headerBytes: 16 * KB,
  /** So much of a refused post is read and thrown away, or the browser would not read the page. */
  drainBytes: 8 * MB,
  /** A form without files takes seconds, also from a train; so does the rest of a form that has its answer. */
  ms: 60_000,
  /** A browser that sends nothing for so long, while the portal would read, is gone. */
  idleMs: 60_000,
} as const;

/** Files on their way to the file-storage service. */
export const uploads = {
  /** At once; further calls wait, within their time. */
  connections: 64,
  /** A connection that is not used ends after this time. */
  idleMs: 4_000,
  /** One try of one block, its wait for a connection included. */
  callMs: 30_000,
  tries: 3,
  longestPauseMs: 5_000,
  /** Of an answer, which says nothing but its status. */
  answerBytes: 64 * KB,
} as const;
