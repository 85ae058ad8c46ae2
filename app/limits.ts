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
  /** What a row of a list shows of a message. */
  row: 4 * KB,
  /** Tags and entities of a text with HTML: what a parser's time goes by, and its square where tags are nested. */
  markup: 10_000,
  date: 64,
  /** Of a message that a form changes: a longer one is shown, and can't be changed. */
  field: 32 * KB,
  /** Of all messages that one page shows. */
  page: MB,
  fileName: 255,
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
