/**
 * What is taken from outside (the API, a person, a file, a feed, a store): how much of each, and for how long. The one
 * place where these numbers stand; bytes, milliseconds, or a count of things.
 */
const KB = 1024;
export const MB = 1024 * KB;

/** Bytes of one answer that is read whole; a longer one is aborted and counts as the sender's fault. */
export const answerBytes = {
  /** A call of the portal API that answers one thing. */
  one: 4 * MB,
  /** A call that answers a list. */
  list: 16 * MB,
  feed: MB,
  campaignImage: 5 * MB,
  /** One internet address. */
  ipLookup: 4 * KB,
} as const;

/** Bytes of answers that a process keeps; what was asked for longest ago is dropped first. */
export const keptBytes = { campaignImages: 32 * MB } as const;

/** Bytes of an answer for each of its values: what reading costs goes by their count, so more is refused like too many bytes. */
export const BYTES_PER_VALUE = 20;

/** Deepest nesting that is accepted. */
export const MAX_DEPTH = 100;

/** Limits for one upstream (docs/adr/0025-one-hanging-call-stops-no-other.md). */
export const upstream = {
  /** Concurrent calls to one origin. */
  calls: 256,
  /** Calls that wait for their turn there. */
  waiting: 2_000,
  /** Concurrent file downloads. */
  downloads: 256,
  /** Consecutive time-outs of one call that open its circuit breaker. */
  timeoutsInARow: 5,
  /** How long an unused body is drained. */
  restMs: 1_000,
  /** A call whose caller left after this long counts as timed out. */
  impatienceMs: 8_000,
  /** How long an open breaker refuses before it lets one call through. */
  pauseMs: 5_000,
} as const;

/** Time-outs in milliseconds, by whom or what is waited for. */
export const patience = {
  /** For a browser to take the next piece of a file. */
  stalledMs: 60_000,
  /** For a browser to take a whole file. */
  downloadMs: 30 * 60_000,
  /** Another request or instance that does what may be done only once: longer than its calls may take together. */
  anotherMs: 15 * 60_000,
  /** A call that a page can do without. */
  partMs: 8_000,
  /** A service beside the portal API: a look-up of an IP or a postal address, a feed. */
  besideMs: 5_000,
} as const;

/** What is held of a file before its headers are sent: nearly all files are smaller, and a broken one still gets its message. */
export const readAhead = { bytes: 256 * KB, ms: 5_000 } as const;

/** Characters of one text that are looked at; the rest is cut off before anything reads it. */
export const textLength = {
  /** What a person wrote: details, notes, descriptions. */
  message: 256 * KB,
  /** A subject, a name, a heading. */
  title: KB,
  /** What a row of a list shows of a message. */
  row: 4 * KB,
  /** Tags and entities: the parser is linear in them, quadratic where nested. */
  markup: 5_000,
  date: 64,
  /** An id, which also stands in URLs: browsers refuse URLs much longer than 8 KB. */
  id: 256,
  url: 8 * KB,
  /** Of a message that a form changes: a longer one is shown, and can't be changed. */
  field: 32 * KB,
  /** Of all messages that one page shows. */
  page: MB,
  /** What file systems take. */
  fileName: 255,
  /** Of a file's name in storage, without its ending. */
  fileStem: 120,
  /** Of the name that a download suggests. */
  downloadName: 150,
} as const;

/** Things of a list that one call answers whole; the page says how many it left out. */
export const most = {
  rows: 5_000,
  notes: 500,
  files: 1_000,
  /** Pages that an export asks for. */
  exportPages: 1_000,
  /** Days of an engineer's slots, and slots of one day. */
  slotDays: 62,
  slotsOfADay: 24,
  /** Of the lines of an invoice or a quote, which stand on one page so that a print holds them. */
  lines: 1_000,
  /** What one look-up offers to choose from. */
  choices: 500,
  /** Short texts in one field, e.g. the quotes that a quote is linked to. */
  words: 100,
  /** Of a feed's items, which shows a few. */
  feedItems: 100,
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
  /** One try of one block, its wait for a place included. */
  callMs: 30_000,
  tries: 3,
  longestPauseMs: 5_000,
  /** Of an answer, which says nothing but its status. */
  answerBytes: 64 * KB,
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
