import { cellsOf } from "#app/files/csv-lines.server.ts";

/** The known headings of call files by their meaning, without case, blanks and punctuation. */
const HEADS = {
  start: ["date", "calldate", "datetime", "start", "starttime", "startedat"],
  time: ["time", "calltime"],
  from: ["from", "cli", "callingnumber", "callernumber", "originnumber"],
  to: ["to", "callednumber", "diallednumber", "dialednumber", "destinationnumber"],
  kind: ["destination", "calltype", "callclass", "type", "kind"],
  length: ["duration", "durations", "durationsec", "durationseconds", "seconds"],
  pounds: ["cost", "costgbp", "charge", "chargegbp", "price", "pricegbp"],
  pence: ["costp", "costpence", "chargep", "chargepence", "pricep", "pricepence"],
} as const;
type Head = keyof typeof HEADS;

/** The positions of the columns, read from the line of headings. */
export interface CallColumns {
  readonly delimiter: string;
  readonly width: number;
  readonly at: Readonly<Partial<Record<Head, number>>>;
}

/** One call. A field is undefined if the file has no column for it. */
export interface Call {
  readonly from: string;
  readonly to: string | undefined;
  readonly kind: string | undefined;
  readonly seconds: number | undefined;
  /** Millionths of a pound, since a call may cost less than a penny. */
  readonly micros: number;
  /** The hour in London, 0 to 23. */
  readonly hour: number | undefined;
  /** The text in the file. */
  readonly start: string | undefined;
}

/** Undefined if the headings lack the caller's number or the cost. */
export function columnsOf(line: string): CallColumns | undefined {
  const count = (sign: string) => line.split(sign).length;
  const delimiter = [",", ";", "\t"].reduce((most, sign) => (count(sign) > count(most) ? sign : most));
  const heads = cellsOf(line, delimiter)?.map((head) => head.toLowerCase().replace(/[^a-z0-9]/g, "")) ?? [];
  const at: Partial<Record<Head, number>> = {};
  for (const [head, names] of Object.entries(HEADS) as [Head, readonly string[]][]) {
    const index = heads.findIndex((one) => names.includes(one));
    if (index >= 0) at[head] = index;
  }
  const isKnown = at.from !== undefined && (at.pounds ?? at.pence) !== undefined;
  return isKnown ? { delimiter, width: heads.length, at } : undefined;
}

/** Undefined for a row with too many or too few cells, or with a cell that can't be read. */
export function callOf(line: string, { delimiter, width, at }: CallColumns): Call | undefined {
  const cells = cellsOf(line, delimiter);
  if (cells?.length !== width) return undefined;
  const cell = (index: number | undefined) => (index === undefined ? undefined : cells[index]?.trim());
  const from = cell(at.from) ?? "";
  const micros =
    at.pounds === undefined ? microsOf(cell(at.pence) ?? "", 4) : microsOf(cell(at.pounds) ?? "", 6);
  const length = cell(at.length);
  const seconds = length === undefined ? undefined : secondsOf(length);
  const start = [cell(at.start), cell(at.time)].filter((one) => one !== undefined).join(" ") || undefined;
  const hour = start === undefined ? undefined : hourOf(start);
  if (from === "" || micros === undefined) return undefined;
  const isOdd =
    (at.length !== undefined && seconds === undefined) ||
    ((at.start ?? at.time) !== undefined && hour === undefined);
  if (isOdd) return undefined;
  return { from, to: cell(at.to), kind: cell(at.kind), seconds, micros, hour, start };
}

const AMOUNT = /^(?<sign>-?)£?(?<whole>\d{1,9})(?:\.(?<part>\d{0,12}))?$/;

/** Reads a decimal as a whole number, so that sums have no rounding error; keeps this many `digits` after the point. */
function microsOf(text: string, digits: number): number | undefined {
  const { sign, whole = "", part = "" } = AMOUNT.exec(text.replaceAll(",", ""))?.groups ?? {};
  if (sign === undefined) return undefined;
  const micros = Number(whole + part.slice(0, digits).padEnd(digits, "0"));
  return sign && micros ? -micros : micros;
}

/** Reads '95', '95.5', '1:35' or '00:01:35'. */
function secondsOf(text: string): number | undefined {
  if (/^\d{1,7}(\.\d{0,9})?$/.test(text)) return Math.round(Number(text));
  const [, hours = "0", minutes, seconds] = /^(?:(\d{1,3}):)?(\d{1,3}):([0-5]\d)$/.exec(text) ?? [];
  return minutes === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

const START =
  /^(?:(?<iso>\d{4}-\d\d-\d\d)|(?<day>\d\d)\/(?<month>\d\d)\/(?<year>\d{4}))[ T](?<hour>[01]\d|2[0-3])(?<rest>:[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?)(?<zone>Z|[+-]\d\d:\d\d)?$/;

/** A call's start in ISO 8601, from '2026-11-05 09:31:05' or '05/11/2026 09:31', with or without a zone; undefined otherwise. */
export function startOf(text: string): string | undefined {
  const parts = START.exec(text)?.groups;
  if (!parts) return undefined;
  const { iso, year, month, day, hour = "", rest = "", zone = "" } = parts;
  return `${iso ?? `${year}-${month}-${day}`}T${hour}${rest}${zone}`;
}

function hourOf(text: string): number | undefined {
  const iso = startOf(text);
  if (iso === undefined) return undefined;
  // Without a zone it is London time.
  return /[Z+]|-\d\d:\d\d$/.test(iso) ? londonHour(Date.parse(iso)) : Number(iso.slice(11, 13));
}

const HOUR_MS = 3_600_000;
const hourFormat = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  hourCycle: "h23",
  timeZone: "Europe/London",
});
/** Cached, because formatting takes longer than the rest of a row, and a month has only 744 hours. */
const known = new Map<number, number>();
const MAX_CACHED_HOURS = 10_000;

function londonHour(moment: number): number | undefined {
  if (Number.isNaN(moment)) return undefined;
  const hour = Math.floor(moment / HOUR_MS);
  const found = known.get(hour);
  if (found !== undefined) return found;
  if (known.size >= MAX_CACHED_HOURS) known.clear();
  const made = Number(hourFormat.format(moment));
  known.set(hour, made);
  return made;
}
