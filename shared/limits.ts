/** All limits on input from outside: sizes in bytes, times in milliseconds (`…Ms`), counts. */
export const KB = 1024;
export const MB = 1024 * KB;

/** Maximum bytes of an answer that we read into memory; a longer one is aborted as malformed. */
export const answerBytes = {
  one: 4 * MB,
  list: 16 * MB,
  /** An answer with an error status, whose texts we show. */
  refusal: 256 * KB,
  feed: MB,
  campaignImage: 5 * MB,
  ipLookup: 4 * KB,
} as const;

/** A process reads and parses only this many answers above this size at once, because a burst of them would fill its memory. */
export const largeAnswers = { fromBytes: 512 * KB, places: 8 } as const;

/** Maximum size of the file in `BANNERS_FILE`. */
export const bannersFileBytes = MB;

/** Sizes of in-memory caches, which drop the least recently used entry. */
export const cacheBytes = { campaignImages: 32 * MB } as const;

/** JSON answers may have one value per 20 bytes of their size limit, because each value takes time to parse. */
export const BYTES_PER_VALUE = 20;

/** Maximum nesting in a JSON answer. */
export const MAX_JSON_DEPTH = 100;

/** Limits per origin for calls, waiting calls and downloads (docs/adr/0025-one-hanging-call-stops-no-other.md). */
export const upstreamLimits = {
  calls: 256,
  waiting: 2_000,
  downloads: 256,
  /** How many consecutive time-outs of one call open its circuit breaker. */
  timeoutsInARow: 5,
  /** How long we read an unused body, so that its connection can be reused. */
  drainMs: 1_000,
  /** A call that its caller aborts after this long counts as timed out. */
  impatienceMs: 8_000,
  /** How long an open breaker refuses calls before it lets one through. */
  pauseMs: 5_000,
} as const;

/** How many requests on one connection may be unanswered at a time. */
export const MAX_PIPELINED_REQUESTS = 8;

export const timeouts = {
  /** How long a browser may take to read the next chunk of a download. */
  stalledMs: 60_000,
  downloadMs: 30 * 60_000,
  /** How long to wait for another request that holds the same lock: longer than all its calls can take. */
  otherRequestMs: 15 * 60_000,
  /** For a call that the page can do without. */
  optionalCallMs: 8_000,
  /** For services other than the portal API, e.g. address look-ups and feeds. */
  otherServiceMs: 5_000,
} as const;

/** How much of a file we read before sending the headers, so that an early failure can still show a message. */
export const fileReadAhead = { bytes: 256 * KB, ms: 5_000 } as const;

/** For a file of calls. If it's larger or slower, we add up a part of it and the page says so. */
export const callsFile = {
  bytes: 64 * MB,
  rows: 500_000,
  /** Less than the time-out for a part of a page. */
  ms: 6_000,
  lineChars: 64 * KB,
  /** The headings must be within the first lines. */
  headLines: 10,
  cellChars: 100,
  /** How many phone numbers and kinds of call have their own totals; the rest share one. */
  numbers: 5_000,
  kinds: 200,
  /** How many calls the page shows: the most expensive ones, and a search's matches. */
  mostExpensive: 20,
  found: 200,
} as const;

/** Maximum characters in a text; we cut off the rest before anything reads it. */
export const textLength = {
  /** Text that someone wrote: details, notes, descriptions. */
  message: 256 * KB,
  /** HTML including an email's styles and pictures, which we drop before counting the words. */
  html: 4 * MB,
  title: KB,
  row: 4 * KB,
  /** Tags and entities, because the HTML parser takes quadratic time for nested ones. */
  markup: 5_000,
  date: 64,
  /** Ids go into URLs, and browsers refuse URLs much longer than 8 KB. */
  id: 256,
  url: 8 * KB,
  /** An address to return to after signing in; no page in the portal has a longer one. */
  savedUrl: 2_000,
  /** A longer message is shown, but can't be edited. */
  field: 32 * KB,
  /** All messages on one page together. */
  page: MB,
  /** A page's data for its scripts. A page with more has no scripts, because serialising it would block other requests. */
  pageData: MB,
  fileName: 255,
  fileStem: 120,
  downloadName: 150,
} as const;

/** Maximum items in the lists of one API answer; the page says how many it leaves out. */
export const maximum = {
  rows: 5_000,
  notes: 500,
  files: 1_000,
  exportPages: 1_000,
  /** How many pages of a list the portal puts together for one page of its own. */
  pagesOfAList: 10,
  slotDays: 62,
  slotsOfADay: 24,
  /** An invoice's or quote's lines, which are all on one page so that they can be printed. */
  lines: 1_000,
  choices: 500,
  /** Short texts in one field, e.g. the quotes that a quote is linked to. */
  words: 100,
  feedItems: 100,
  /** Incidents on the status page, open and closed. */
  incidents: 20,
} as const;

/** Limits for a post. `UPLOAD_…` configures the size of files. */
export const postLimits = {
  /** All fields together, except files. */
  bytes: 512 * KB,
  parts: 1_000,
  headerBytes: 16 * KB,
  /** How much of a refused post we still read, because browsers don't show an answer while they're sending. */
  drainBytes: 8 * MB,
  /** Time for a form without files, and for the rest of a post after its answer. */
  ms: 60_000,
  /** A browser that sends nothing for this long is disconnected. */
  idleMs: 60_000,
} as const;

export const uploads = {
  callMs: 30_000,
  tries: 3,
  longestPauseMs: 5_000,
  answerBytes: 64 * KB,
  /** Files that may be too large and wait in memory until we've read them; others are sent as they arrive. */
  keptBytes: 128 * MB,
} as const;

/** An identity provider's answers: its metadata and keys, and its token endpoint when signing in. */
export const identityAnswer = { bytes: MB, ms: 5_000 } as const;
export const tokenAnswer = { bytes: MB, ms: 8_000 } as const;

/** How many codes we exchange at once at the token endpoint, and how long one waits for its turn, which is less than a code is valid. */
export const signIns = { places: 64, waitMs: 30_000 } as const;

export const renewal = {
  /** How long a request waits for a renewal, its own or another's. */
  waitMs: 8_000,
  /** Time-out for the token endpoint, including a retry. The answer uses up the refresh token, so we keep it even if no request is waiting any more. */
  ms: 20_000,
  /** After a failure that took longer, renewals pause. Otherwise each call on a page would wait for one. */
  slowMs: 2_000,
  pauseMs: 30_000,
  /** If the API refuses a newer token, we don't renew it, because a broken endpoint would make every page renew it. */
  freshMs: 5 * 60_000,
} as const;

/** The notification hub: its answer to a negotiation, one message with a few hundred events, and the time to connect. */
export const hubLimits = { bytes: 64 * KB, messageBytes: 64 * KB, ms: 8_000 } as const;

/** Shutting down waits for silence, then for work in progress (`aroundACallMs` longer than `API_TIMEOUT_SECONDS`), then for whatever the cut-off ends. */
export const stop = {
  quietMs: 2_000,
  aroundACallMs: 10_000,
  leastMs: 20_000,
  afterCutMs: 1_000,
  /** How long a trace collector that hangs can delay shutting down. */
  tracesMs: 2_000,
} as const;
