/** A journey that the long run tries in every browser, and the names of its tests (docs/browsers.md). */
export interface Journey {
  readonly words: string;
  readonly tests: readonly string[];
}

const payment =
  "a person pays invoices from two pages and sees the receipt; a tab left open pays nothing again";
const contact = "an administrator adds a contact after an error and a warning, and edits it";
const signIn = "an administrator chooses an account, looks around, switches accounts and signs out";
const invoice = "a person finds an invoice, reads it and downloads a PDF";
const ticket = "a person finds a ticket, reads it, replies with two files, closes it and reopens it";
const toast = "shows a toast and raises the unread count, without a reload";

/** If none of a journey's tests run in a mode of scripts, the journey needs scripts. */
export const journeys: readonly Journey[] = [
  { words: "sign in, account, dashboard, sign out", tests: [signIn] },
  {
    words: "invoices: search, filter, sort, page, PDF, CSV",
    tests: [invoice, "a person narrows the list, pages through it and exports it"],
  },
  {
    words: "payment: two pages, warning, receipt, declined",
    tests: [payment, "a person whose bank declines is told what wasn't paid, tries again and pays"],
  },
  {
    words: "direct debit, bank check, letter",
    tests: ["after a No and a wrong number a person sets up a direct debit, and downloads its letter"],
  },
  { words: "contact: errors, warning, saved", tests: [contact] },
  {
    words: "location, address search, by keys alone",
    tests: [
      "an administrator adds a location by the address search and finds it again",
      "the address search works by the keyboard alone",
      "by the keyboard alone a column is widened, at one Tab stop for all columns, and a location saved",
    ],
  },
  {
    words: "ticket: files, reply, close, unsaved changes",
    tests: [
      ticket,
      "a person logs a ticket with a file for a broken laptop, by the keyboard, and one about a bill",
    ],
  },
  {
    words: "line test, agreement, slots, booking",
    tests: [
      "a line test leads to its results, and the confirmed checklist to the booking",
      "a person tests a line, agrees to the charges, tries slots by arrow keys, and books one",
    ],
  },
  {
    words: "availability to callback",
    tests: ["a person finds out what can be had at an address, and asks to be called back"],
  },
  {
    words: "toast live, bell, archive",
    tests: [toast, "a person opens a notification from the bell, archives it and un-archives it"],
  },
  {
    words: "quote: versions, question, acceptance",
    tests: ["a person compares a quote's versions, asks a question, declines it and, after all, accepts it"],
  },
  {
    words: "cookies, theme, search or Ctrl-K",
    tests: [
      "what was typed stays when the cookie question is answered, and when another theme is chosen",
      "a person goes to an action by its name",
    ],
  },
  { words: "double press", tests: ["is added only once by a double click"] },
  {
    words: "connection lost and back",
    tests: ["a form waits with what was typed, and is sent once when it is back"],
  },
  {
    words: "nothing wider than its window, or cut off",
    tests: [
      "on the pages for everybody",
      "on the pages of an account",
      "no page of the site is wider than its window",
      "no text is cut off, however far apart its letters and lines are",
    ],
  },
  {
    words: "typed before scripts came",
    tests: [
      "addresses that were found before scripts came can still be used",
      "what was typed before scripts came is kept, and leaving the page asks about it",
    ],
  },
  {
    words: "a page's script that can't be had",
    tests: [
      "leads a saved form to its confirmation anyway, once",
      "leads a link where it says, with the page as without scripts",
      "a link leads where it says, and the browser asks nothing that was answered",
      "a form that was saved is followed by its confirmation",
    ],
  },
  { words: "pictures of twelve pages", tests: ["twelve pages at %i px are there to be looked at"] },
];

/** The names of all their tests. */
export const ofJourneys = journeys.flatMap(({ tests }) => tests);

/** What `npm test` runs in Firefox. */
export const shortInFirefox: readonly string[] = [signIn, invoice, payment, contact, ticket, toast];

/** Not in Firefox. Most need something that Firefox lacks under Playwright: printing, exact pixels, a request's body, a choice of motion, or an error's own words. */
export const onlyInChromium: readonly string[] = [
  "the list shows its rows and its chart, and no controls",
  "an invoice of one line is one page, with all parts in order, and no controls",
  "a printed quote has all its versions, or the one that was chosen, and no controls",
  "the printed spend has all its parts, and no links to calls",
  "a printed result is one page with the address and its products, and without links",
  "is one page with what was paid, and nothing that belongs to the screen",
  "the gallery looks as its pictures do: every component in every state, light and dark",
  "a person sets up a direct debit by the keyboard, and is warned before a slow bank check answers",
  "a page whose scripts don't understand the server's data is reloaded, and in the end left as the server sent it",
  "move on by themselves until they are paused",
  // A touch screen, which has larger buttons.
  "on a phone every target is large enough",
];

/** A pattern for tests with these names; `%i`, `%s` and `$width` are the values that they're run with. */
export const patternOf = (names: readonly string[]) =>
  `(${names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/%[is]|\\\$\w+/g, ".+")).join("|")})$`;
