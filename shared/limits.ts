/** All limits on input from outside: sizes in bytes, times in milliseconds (`…Ms`), counts. */
export const KB = 1024;
export const MB = 1024 * KB;

/** Maximum bytes of one answer that is read into memory; a longer one is aborted as malformed. */
export const answerBytes = {
  one: 4 * MB,
  list: 16 * MB,
  /** An answer with an error status, whose texts are shown. */
  refusal: 256 * KB,
  feed: MB,
  campaignImage: 5 * MB,
  ipLookup: 4 * KB,
} as const;

/** Answers beyond this size are read and parsed at so few places of the process, or a burst of them would fill its memory. */
export const largeAnswers = { fromBytes: 512 * KB, places: 8 } as const;

/** Maximum size of the file that `BANNERS_FILE` names. */
export const bannersFileBytes = MB;

/** Size of in-memory caches, which drop the least recently used entry. */
export const cacheBytes = { campaignImages: 32 * MB } as const;

/** JSON answers may contain one value per 20 bytes of their size limit, because each value costs time to parse. */
export const BYTES_PER_VALUE = 20;

/** Maximum nesting of a JSON answer. */
export const MAX_JSON_DEPTH = 100;

/** Limits for calls, waiting calls and downloads of one origin (docs/adr/0025-one-hanging-call-stops-no-other.md). */
export const upstreamLimits = {
  calls: 256,
  waiting: 2_000,
  downloads: 256,
  /** Consecutive time-outs of one call that open its circuit breaker. */
  timeoutsInARow: 5,
  /** For how long an unused body is read, so that its connection can be reused. */
  drainMs: 1_000,
  /** A call that its caller aborts after this long counts as timed out. */
  impatienceMs: 8_000,
  /** How long an open breaker refuses before it lets one call through. */
  pauseMs: 5_000,
} as const;

/** Requests of one connection that may be unanswered at a time. */
export const MAX_PIPELINED_REQUESTS = 8;

export const timeouts = {
  /** Until a browser reads the next chunk of a download. */
  stalledMs: 60_000,
  downloadMs: 30 * 60_000,
  /** For another request that holds the same lock: longer than all its calls may take together. */
  otherRequestMs: 15 * 60_000,
  /** For a call that the page can do without. */
  optionalCallMs: 8_000,
  /** For services other than the portal API, e.g. address look-ups and feeds. */
  otherServiceMs: 5_000,
} as const;

/** How much of a file is read before the headers are sent, so that a failure until then can still show a message. */
export const fileReadAhead = { bytes: 256 * KB, ms: 5_000 } as const;

/** A file of calls; if it's larger or slower, the sums cover a part and the page says so. */
export const callsFile = {
  bytes: 64 * MB,
  rows: 500_000,
  /** Less than the time-out of a part of a page. */
  ms: 6_000,
  lineChars: 64 * KB,
  /** The headings must be within these first lines. */
  headLines: 10,
  cellChars: 100,
  /** How many phone numbers and kinds of call have their own sums; all others share one. */
  numbers: 5_000,
  kinds: 200,
  /** How many calls the page shows: the most expensive ones, and the matches of a search. */
  mostExpensive: 20,
  found: 200,
} as const;

/** Maximum characters of one text; the rest is cut off before anything reads it. */
export const textLength = {
  /** What a person wrote: details, notes, descriptions. */
  message: 256 * KB,
  /** HTML, with the styles and pictures of a mail in it, which are taken out before the words are counted. */
  html: 4 * MB,
  title: KB,
  row: 4 * KB,
  /** Tags and entities, because the HTML parser takes quadratic time for nested ones. */
  markup: 5_000,
  date: 64,
  /** Ids are parts of URLs, and browsers refuse URLs much longer than 8 KB. */
  id: 256,
  url: 8 * KB,
  /** An address to come back to after sign-in; no page of the portal has a longer one. */
  savedUrl: 2_000,
  /** A longer message is shown, but can't be edited. */
  field: 32 * KB,
  /** All messages of one page together. */
  page: MB,
  /** The data of a page for its scripts; a page with more has no scripts, because serialising it would block other requests. */
  pageData: MB,
  fileName: 255,
  fileStem: 120,
  downloadName: 150,
} as const;

/** Maximum items of the lists in one answer of the API; the page says how many it leaves out. */
export const maximum = {
  rows: 5_000,
  notes: 500,
  files: 1_000,
  exportPages: 1_000,
  /** Pages of a list that one page of the portal adds up. */
  pagesOfAList: 10,
  slotDays: 62,
  slotsOfADay: 24,
  /** Lines of an invoice or quote, all on one page so that they can be printed. */
  lines: 1_000,
  choices: 500,
  /** Short texts in one field, e.g. the quotes that a quote is linked to. */
  words: 100,
  feedItems: 100,
  /** Incidents of the status page, open and over. */
  incidents: 20,
} as const;

/** Limits of a post. The size of files is configured by `UPLOAD_…`. */
export const postLimits = {
  /** All fields together, except files. */
  bytes: 512 * KB,
  parts: 1_000,
  headerBytes: 16 * KB,
  /** Bytes of a refused post that are still read, because browsers show no answer while they send. */
  drainBytes: 8 * MB,
  /** Time for a form without files, and for the rest of a post after its answer. */
  ms: 60_000,
  /** A browser that sends nothing for this time is disconnected. */
  idleMs: 60_000,
} as const;

export const uploads = {
  callMs: 30_000,
  tries: 3,
  longestPauseMs: 5_000,
  answerBytes: 64 * KB,
  /** Files that may be too large and wait in memory until they have been read; others are sent as they come. */
  keptBytes: 128 * MB,
} as const;

/** An identity provider's answers: its metadata and keys, then its token endpoint at a sign-in. */
export const identityAnswer = { bytes: MB, ms: 5_000 } as const;
export const tokenAnswer = { bytes: MB, ms: 8_000 } as const;

/** Exchanges of a code at the token endpoint at a time, and how long one waits for its place: less than a code lives. */
export const signIns = { places: 64, waitMs: 30_000 } as const;

export const renewal = {
  /** How long a request waits for a renewal, its own or another's. */
  waitMs: 8_000,
  /** Timeout of the token endpoint, including a retry: its answer spends the refresh token, so it's kept when no request waits any more. */
  ms: 20_000,
  /** After a failure that took longer, renewals pause, or each call of a page would wait for one. */
  slowMs: 2_000,
  pauseMs: 30_000,
  /** A token that is newer isn't renewed where the API refuses it: a broken endpoint would renew it for each page. */
  freshMs: 5 * 60_000,
} as const;

/** The notification hub: its answer to a negotiation, one message of some hundred events, and the time to connect. */
export const hubLimits = { bytes: 64 * KB, messageBytes: 64 * KB, ms: 8_000 } as const;

/** A stop waits for silence, then for work under way `aroundACallMs` longer than `API_TIMEOUT_SECONDS`, then for what a cut ends. */
export const stop = {
  quietMs: 2_000,
  aroundACallMs: 10_000,
  leastMs: 20_000,
  afterCutMs: 1_000,
  /** A collector of traces that hangs delays a stop by this time. */
  tracesMs: 2_000,
} as const;
